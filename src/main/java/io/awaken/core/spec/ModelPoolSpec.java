package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Several models behind one id: each conversation has a home model, and uses another one when that
 * fails.
 *
 * @param id the id that agents use instead of a model's
 * @param members in any order; at least one of them is a home
 * @param switchBudget maximum switches to another member per call; default 2
 */
public record ModelPoolSpec(String id, List<Member> members, Integer switchBudget) {

  /** The default of switches per call. */
  public static final int USUAL_SWITCHES = 2;

  public ModelPoolSpec {
    members = members == null ? List.of() : List.copyOf(members);
    switchBudget = switchBudget == null ? USUAL_SWITCHES : switchBudget;
  }

  /** The role of a member. */
  public enum Role {
    /** Conversations live here. */
    HOME,
    /** Called only when no home answers. */
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
   * @param weight its share of conversations relative to other members of its role; default 1
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
   * The pool as a model, with the common capabilities of its members.
   *
   * @param models models of its members; at least one
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
