package io.awaken.builtin.permission;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds rules that no call can reach, since a stronger rule matches every call that they match.
 * Finds only what is certain: names are compared as globs, conditions by their text. An {@code
 * allow} with conditions hides no {@code ask}, since the two read ambiguous arguments differently.
 */
final class HiddenRules {

  private static final String OF_SERVER = " of the server's rules";

  private HiddenRules() {}

  /**
   * One sentence for each hidden rule. An agent that denies what the server's rules permit
   * restricts itself on purpose, so that is not reported.
   */
  static List<String> of(Policy policy) {
    List<PermissionRule> outer = policy.outer().rules();
    List<PermissionRule> own = policy.own().rules();
    var hidden = new ArrayList<String>();
    for (int i = 0; i < own.size(); i++) {
      String cause = cause(own.get(i), outer, own, true);
      if (cause != null) {
        hidden.add("rules[" + i + "]: " + named(own.get(i)) + cause);
      }
    }
    for (PermissionRule rule : outer) {
      String cause = cause(rule, outer, own, false);
      if (cause != null) {
        hidden.add(named(rule) + OF_SERVER + cause);
      }
    }
    return hidden;
  }

  /** Null for a rule that a call may reach. */
  private static String cause(
      PermissionRule rule, List<PermissionRule> outer, List<PermissionRule> own, boolean isOwn) {
    for (PermissionRule by : outer) {
      if (hides(by, rule)) {
        return because(by, OF_SERVER);
      }
    }
    for (PermissionRule by : own) {
      if (hides(by, rule) && (isOwn || by.behavior() != PermissionBehavior.DENY)) {
        return because(by, "");
      }
    }
    return null;
  }

  private static boolean hides(PermissionRule by, PermissionRule rule) {
    return by.behavior().compareTo(rule.behavior()) > 0
        && (by.behavior() == PermissionBehavior.DENY || by.tool().unconditional())
        && by.tool().covers(rule.tool());
  }

  private static String because(PermissionRule by, String whose) {
    return " applies to no call: "
        + named(by)
        + whose
        + " matches each of them, and "
        + by.behavior().wire()
        + " is stronger";
  }

  private static String named(PermissionRule rule) {
    return "'" + rule.behavior().wire() + " " + rule.tool() + "'";
  }
}
