package io.awaken.core.plugin.hook;

import java.util.Objects;

/** The decision of a policy on a call. */
public sealed interface ToolPolicyDecision {

  /** The call is allowed. */
  record Allow() implements ToolPolicyDecision {}

  /** The call is denied. */
  record Deny(String reason) implements ToolPolicyDecision {
    public Deny {
      Objects.requireNonNull(reason, "a policy that denies a call must give a reason");
    }
  }

  static ToolPolicyDecision allow() {
    return new Allow();
  }

  static ToolPolicyDecision deny(String reason) {
    return new Deny(reason);
  }
}
