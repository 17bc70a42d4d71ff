package io.awaken.core.model;

import io.awaken.core.model.ModelChoice.ModelTarget;
import io.awaken.core.spec.ModelPoolSpec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Chooses among the members of a pool by weighted rendezvous hashing: each member's score is a hash
 * of its own and the conversation's name, and the highest wins. So a conversation has the same home
 * on every node and after every restart, and added or removed members move as few conversations as
 * possible. Homes come before failover members. Immutable.
 */
public final class ModelPool implements ModelChoice {

  private final List<Entry> entries;
  private final int most;

  private record Entry(ModelPoolSpec.Member member, ModelTarget target) {}

  private record Drawn(ModelPoolSpec.Role role, double score, ModelTarget target) {}

  /**
   * @param targets executors of its members by model id
   */
  public ModelPool(ModelPoolSpec spec, Map<String, ModelTarget> targets) {
    this.entries =
        spec.members().stream()
            .map(member -> new Entry(member, targets.get(member.modelId())))
            .toList();
    this.most = spec.switchBudget() + 1;
  }

  @Override
  public List<ModelTarget> order(String conversation) {
    var drawn = new ArrayList<Drawn>(entries.size());
    for (Entry entry : entries) {
      ModelPoolSpec.Member member = entry.member();
      drawn.add(new Drawn(member.role(), score(conversation, member), entry.target()));
    }
    drawn.sort(
        Comparator.comparing(Drawn::role)
            .thenComparing(Comparator.comparingDouble(Drawn::score).reversed()));
    return drawn.stream().map(Drawn::target).toList();
  }

  @Override
  public int most() {
    return most;
  }

  /** The score of a member: of two with weights 3 and 1 the first wins three times out of four. */
  private static double score(String conversation, ModelPoolSpec.Member member) {
    long bits = hash(member.modelId() + '\0' + (conversation == null ? "" : conversation));
    // Above 0 and below 1, in the precision of a double.
    double uniform = ((bits >>> 11) + 0.5) / (1L << 53);
    return -member.weight() / StrictMath.log(uniform);
  }

  /** FNV-1a with the final mix of SplitMix64; must never change, or conversations move. */
  private static long hash(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (each & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }
}
