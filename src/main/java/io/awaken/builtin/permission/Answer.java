package io.awaken.builtin.permission;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.builtin.permission.pattern.PatternException;
import io.awaken.builtin.permission.pattern.Reading;
import io.awaken.builtin.permission.pattern.Specificity;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import java.util.Locale;

/**
 * The part of a decision to resume that concerns later calls: {@code {"scope": "thread", "rule":
 * "Bash(npm *)"}}.
 *
 * @param scope how long the approval applies
 * @param rule the calls that need no further approval; null when nothing is remembered
 */
record Answer(PermissionScope scope, ToolCallPattern rule) {

  /** Applies only to the approved call. */
  static final Answer ONCE = new Answer(PermissionScope.ONCE, null);

  /**
   * Reads the payload.
   *
   * @throws IllegalArgumentException with the reason why nothing can be remembered
   */
  static Answer of(JsonNode payload, Verdict asked, CallSubject call) {
    boolean hasScope = payload != null && payload.path("scope").isTextual();
    if (!hasScope) {
      return asked.rule() == null || !asked.rule().scope().remembers()
          ? ONCE
          : new Answer(asked.rule().scope(), matching(asked.rule().tool(), call));
    }
    PermissionScope scope = scope(payload.get("scope").textValue());
    if (!scope.remembers()) {
      return ONCE;
    }
    if (!payload.path("rule").isTextual()) {
      throw new IllegalArgumentException("rule is missing; scope " + scope.wire() + " needs one");
    }
    return new Answer(scope, matching(parsed(payload.get("rule").textValue()), call));
  }

  private static PermissionScope scope(String text) {
    for (PermissionScope scope : PermissionScope.values()) {
      if (scope.wire().equals(text.toLowerCase(Locale.ROOT))) {
        return scope;
      }
    }
    throw new IllegalArgumentException("scope is not known");
  }

  /** A rule from an approval; it must name the approved tool. */
  private static ToolCallPattern parsed(String text) {
    ToolCallPattern rule;
    try {
      rule = ToolCallPattern.parse(text);
    } catch (PatternException e) {
      throw new IllegalArgumentException("rule " + e.getMessage(), e);
    }
    if (rule.specificity().name() != Specificity.EXACT_NAME) {
      throw new IllegalArgumentException("rule must name the approved tool without '*'");
    }
    return rule;
  }

  private static ToolCallPattern matching(ToolCallPattern rule, CallSubject call) {
    if (!rule.matches(call, Reading.PERMITTING)) {
      throw new IllegalArgumentException("rule does not match the call that was approved");
    }
    return rule;
  }
}
