package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Several models behind one id: each conversation has its home among them, and goes to another when
 * that one cannot answer.
 *
 * @param id the id that agents name in the place of a model's
 * @param members in any order; at least one of them is a home
 * @param switchBudget how often one call goes on to another member; default 2
 */
public record ModelPoolSpec(String id, List<Member> members, Integer switchBudget) {

  /** Switches of one call unless told. */
  public static final int USUAL_SWITCHES = 2;

  public ModelPoolSpec {
    members = members == null ? List.of() : List.copyOf(members);
    switchBudget = switchBudget == null ? USUAL_SWITCHES : switchBudget;
  }

  /** What a member is for. */
  public enum Role {
    /** Conversations live here. */
    HOME,
    /** Asked only when no home answers. */
    FAILOVER;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A model of the pool.
   *
   * @param modelId the id of its document, or {@code provider/model}; also read as {@code model}
   * @param weight how many conversations it gets beside the others of its role; default 1
   * @param role default {@link Role#HOME}
   */
  public record Member(@JsonAlias("model") String modelId, Integer weight, Role role) {

    public Member {
      weight = weight == null ? 1 : weight;
      role = role == null ? Role.HOME : role;
    }
  }

  /** The ids of its models in the order of the document. */
  public List<String> modelIds() {
    return members.stream().map(Member::modelId).toList();
  }

  /**
   * The pool as a model: it can take what every one of its members can.
   *
   * @param models of its members; at least one
   */
  public ModelSpec asModel(List<ModelSpec> models) {
    return new ModelSpec(
        id,
        models.getFirst().providerId(),
        id,
        least(models.stream().map(ModelSpec::contextWindow).toList()),
        least(models.stream().map(ModelSpec::maxOutputTokens).toList()));
  }

  private static Integer least(List<Integer> limits) {
    var known = new ArrayList<>(limits);
    known.removeIf(Objects::isNull);
    return known.stream().min(Integer::compare).orElse(null);
  }
}
