package io.awaken.core.loop;

import io.awaken.core.suspension.Decision;
import java.util.Set;

/**
 * What was decided about a call as it stands.
 *
 * @param decision the last decision; null when there is none
 * @param gates plugins whose gates asked and were answered: they do not ask again
 * @param answer the last decision about a question of the tool itself: what a gate was answered
 *     agrees to nothing that the tool asks; null when there is none
 */
record Approval(Decision decision, Set<String> gates, Decision answer) {

  static final Approval NONE = new Approval(null, Set.of(), null);
}
