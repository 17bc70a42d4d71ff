package io.awaken.core.loop.call;

import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import java.util.Map;

/**
 * What was decided about a call as it stands.
 *
 * @param decision the last decision; null when there is none
 * @param gates what was decided about the question of each plugin whose gate asked: it does not ask
 *     again, and what another one was answered is not its affair
 * @param answer the last decision about a question of the tool itself, with that question: what a
 *     gate was answered agrees to nothing that the tool asks; null when there is none
 */
record Approval(Decision decision, Map<String, GivenDecision> gates, GivenDecision answer) {

  static final Approval NONE = new Approval(null, Map.of(), null);

  Approval {
    gates = Map.copyOf(gates);
  }

  /** Whether the person who answered a gate's question may answer the one that it asks now. */
  boolean answers(String plugin, Approver asked) {
    GivenDecision given = gates.get(plugin);
    return given != null && given.counts(asked);
  }
}
