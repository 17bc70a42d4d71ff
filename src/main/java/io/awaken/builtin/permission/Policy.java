package io.awaken.builtin.permission;

import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.core.suspension.Approver;
import java.util.List;

/**
 * The rules of one agent: those of the server or of code, then its own (features row 209). Deny is
 * stronger than allow, allow than ask; among equals the narrower pattern wins, then the later rule.
 * A pure function of the call, independent of anything else that a model wrote.
 *
 * @param outer rules of the server or of code
 * @param own rules of the agent
 */
record Policy(PermissionRules outer, PermissionRules own) {

  Verdict judge(CallSubject call) {
    Verdict best = strongest(own, call, strongest(outer, call, null));
    return best == null ? new Verdict(unnamed(call), null, terms(ApprovalTerms.NONE)) : best;
  }

  /** A destructive call needs an explicit rule to be allowed (features row 1133). */
  private PermissionBehavior unnamed(CallSubject call) {
    PermissionBehavior behavior = defaultBehavior();
    return call.destructive() && behavior == PermissionBehavior.ALLOW
        ? PermissionBehavior.ASK
        : behavior;
  }

  /** Whether every call of a tool is denied, so that it can be hidden from the model (row 211). */
  boolean denies(String toolId) {
    return always(outer.rules(), toolId)
        || always(own.rules(), toolId)
        || defaultBehavior() == PermissionBehavior.DENY
            && !opens(outer.rules(), toolId)
            && !opens(own.rules(), toolId);
  }

  private Verdict strongest(PermissionRules rules, CallSubject call, Verdict before) {
    Verdict best = before;
    for (PermissionRule rule : rules.rules()) {
      if (counts(rule, best) && rule.tool().matches(call, rule.behavior().reading())) {
        best = new Verdict(rule.behavior(), rule, rule.terms().or(terms(rules.terms())));
      }
    }
    return best;
  }

  /** A later rule wins unless it is weaker, so most patterns need not be evaluated. */
  private static boolean counts(PermissionRule rule, Verdict best) {
    if (best == null) {
      return true;
    }
    int stronger = rule.behavior().compareTo(best.behavior());
    return stronger > 0
        || stronger == 0
            && rule.tool().specificity().compareTo(best.rule().tool().specificity()) >= 0;
  }

  private PermissionBehavior defaultBehavior() {
    if (own.defaultBehavior() != null) {
      return own.defaultBehavior();
    }
    return outer.defaultBehavior() == null ? PermissionBehavior.ASK : outer.defaultBehavior();
  }

  private ApprovalTerms terms(ApprovalTerms nearer) {
    return nearer.or(own.terms()).or(outer.terms());
  }

  private static boolean always(List<PermissionRule> rules, String toolId) {
    for (PermissionRule rule : rules) {
      if (rule.behavior() == PermissionBehavior.DENY
          && rule.tool().unconditional()
          && rule.tool().matchesName(toolId)) {
        return true;
      }
    }
    return false;
  }

  private static boolean opens(List<PermissionRule> rules, String toolId) {
    for (PermissionRule rule : rules) {
      if (rule.behavior() != PermissionBehavior.DENY && rule.tool().matchesName(toolId)) {
        return true;
      }
    }
    return false;
  }

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
}
