package io.awaken.core.loop;

import io.awaken.core.suspension.Decision;
import java.util.Map;

/**
 * What was decided about a call as it stands.
 *
 * @param decision the last decision; null when there is none
 * @param gates the decision about the question of each plugin whose gate asked: it does not ask
 *     again, and what another one was answered is not its affair
 * @param answer the last decision about a question of the tool itself: what a gate was answered
 *     agrees to nothing that the tool asks; null when there is none
 */
record Approval(Decision decision, Map<String, Decision> gates, Decision answer) {

  static final Approval NONE = new Approval(null, Map.of(), null);
}
