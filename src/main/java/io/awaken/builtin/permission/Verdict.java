package io.awaken.builtin.permission;

import io.awaken.core.suspension.Approver;

/**
 * The verdict of the rules on a call.
 *
 * @param behavior the effect on the call
 * @param rule the rule that decided; null when none matches the call
 * @param terms terms of the question
 */
record Verdict(PermissionBehavior behavior, PermissionRule rule, ApprovalTerms terms) {

  private static final String NO_RULE = "";

  /**
   * The question: the rule's pattern. A remembered approval answers only this question with this
   * {@link #approver()}, whatever its own pattern covers.
   */
  String question() {
    return rule == null ? NO_RULE : rule.tool().toString();
  }

  /** Who may answer it. */
  Approver approver() {
    return terms.approver() == null ? Approver.ANY_CALLER : terms.approver();
  }

  /** The reason, for people and for the model. */
  String because() {
    return rule == null ? "no rule allows it" : "by the rule " + rule.tool();
  }
}
