package io.awaken.core.loop;

import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was decided about a call as it stands.
 *
 * @param decision the last decision; null when there is none
 * @param gates what was decided about the question of each plugin whose gate asked: it does not ask
 *     again, and what another one was answered is not its affair
 * @param answer the last decision about a question of the tool itself: what a gate was answered
 *     agrees to nothing that the tool asks; null when there is none
 */
record Approval(Decision decision, Map<String, Given> gates, Decision answer) {

  static final Approval NONE = new Approval(null, Map.of(), null);

  /**
   * A decision about a gate's question.
   *
   * @param under who had to decide
   */
  record Given(Decision decision, Approver under) {}

  /** Whether a gate's question was answered by somebody who may answer the one that it asks now. */
  boolean answers(String plugin, Approver asked) {
    Given given = gates.get(plugin);
    return given != null && given.under().asStrictAs(asked);
  }

  /** The decisions by plugin. */
  Map<String, Decision> decisions() {
    return gates.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(Map.Entry::getKey, gate -> gate.getValue().decision()));
  }
}
