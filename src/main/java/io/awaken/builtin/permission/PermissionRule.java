package io.awaken.builtin.permission;

import io.awaken.builtin.permission.pattern.ToolCallPattern;
import java.util.Objects;

/**
 * One rule (features row 208). Immutable.
 *
 * @param tool the calls that it matches
 * @param behavior its effect on them
 * @param scope for a rule that asks: the default scope of an approval; default project, where each
 *     call needs its own approval. Other rules have only project
 * @param terms for a rule that asks; default inherited
 */
public record PermissionRule(
    ToolCallPattern tool, PermissionBehavior behavior, PermissionScope scope, ApprovalTerms terms) {

  public PermissionRule {
    Objects.requireNonNull(tool, "a rule names the calls that it matches");
    Objects.requireNonNull(behavior, "a rule has a behavior");
    scope = scope == null ? PermissionScope.PROJECT : scope;
    terms = terms == null ? ApprovalTerms.NONE : terms;
    if (behavior != PermissionBehavior.ASK && scope != PermissionScope.PROJECT) {
      throw new IllegalArgumentException(
          "scope "
              + scope.wire()
              + " is for rules that ask; the behavior is "
              + behavior.wire()
              + ", whose scope is project");
    }
    if (behavior != PermissionBehavior.ASK && !terms.equals(ApprovalTerms.NONE)) {
      throw new IllegalArgumentException(
          "approver and expiry are for rules that ask; the behavior is " + behavior.wire());
    }
  }

  /**
   * A rule in code.
   *
   * @throws io.awaken.builtin.permission.pattern.PatternException when the pattern does not parse
   */
  public static PermissionRule allow(String pattern) {
    return of(pattern, PermissionBehavior.ALLOW);
  }

  /** A rule that requires approval for calls. */
  public static PermissionRule ask(String pattern) {
    return of(pattern, PermissionBehavior.ASK);
  }

  /** A rule that denies calls. */
  public static PermissionRule deny(String pattern) {
    return of(pattern, PermissionBehavior.DENY);
  }

  /** A copy with this scope of approvals. */
  public PermissionRule remembering(PermissionScope other) {
    return new PermissionRule(tool, behavior, other, terms);
  }

  /** A copy with these terms. */
  public PermissionRule on(ApprovalTerms other) {
    return new PermissionRule(tool, behavior, scope, other);
  }

  private static PermissionRule of(String pattern, PermissionBehavior behavior) {
    return new PermissionRule(ToolCallPattern.parse(pattern), behavior, null, null);
  }
}
