package io.awaken.core.loop.call;

import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import java.util.Map;

/**
 * The decisions about a call with its current arguments.
 *
 * @param decision the last decision, or null
 * @param gates decisions on gates' questions, by plugin: each gate sees only its own answer and
 *     does not ask again
 * @param answer the last decision on a question of the tool itself, with that question, or null; an
 *     answer to a gate never answers the tool
 */
record Approval(Decision decision, Map<String, GivenDecision> gates, GivenDecision answer) {

  static final Approval NONE = new Approval(null, Map.of(), null);

  Approval {
    gates = Map.copyOf(gates);
  }

  /** Whether the person who answered a gate's earlier question may answer its current one. */
  boolean answers(String plugin, Approver asked) {
    GivenDecision given = gates.get(plugin);
    return given != null && given.counts(asked);
  }
}
