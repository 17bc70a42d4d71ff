package io.awaken.builtin.permission;

import io.awaken.core.suspension.Approver;

/**
 * What the rules say about a call.
 *
 * @param behavior what becomes of it
 * @param rule the rule that decided; null when none names the call
 * @param terms for asking
 */
record Verdict(PermissionBehavior behavior, PermissionRule rule, ApprovalTerms terms) {

  private static final String NO_RULE = "";

  /**
   * Which question is asked: the rule's pattern. An approval that is remembered answers this
   * question with this {@link #approver()}, and no other, whatever its own pattern covers.
   */
  String question() {
    return rule == null ? NO_RULE : rule.tool().toString();
  }

  /** Who may answer it. */
  Approver approver() {
    return terms.approver() == null ? Approver.ANY_CALLER : terms.approver();
  }

  /** Why, for people and for the model. */
  String because() {
    return rule == null ? "no rule allows it" : "by the rule " + rule.tool();
  }
}
