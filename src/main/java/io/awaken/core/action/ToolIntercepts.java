package io.awaken.core.action;

import io.awaken.core.message.ToolResult;
import java.util.HashMap;
import java.util.Map;

/**
 * What the old {@code tool_intercept} action decided about calls, by call id (features row 89).
 * Immutable.
 */
public record ToolIntercepts(Map<String, Intercept> byCall) {

  public static final ToolIntercepts NONE = new ToolIntercepts(Map.of());

  /**
   * A decision in the action's wire form; exactly one of the two is set.
   *
   * @param block the reason for which the call is blocked
   * @param setResult the result that the call gets
   */
  public record Intercept(String block, ToolResult setResult) {

    public Intercept {
      if ((block == null) == (setResult == null)) {
        throw new IllegalArgumentException("tool_intercept has either block or set_result");
      }
    }
  }

  /** A decision about a call. */
  public record Decided(String callId, Intercept intercept) {}

  /** A block stays; else the first decision does. */
  ToolIntercepts with(Decided decided) {
    Intercept before = byCall.get(decided.callId());
    boolean stays =
        before != null && (before.block() != null || decided.intercept().block() == null);
    if (stays) {
      return this;
    }
    var next = new HashMap<>(byCall);
    next.put(decided.callId(), decided.intercept());
    return new ToolIntercepts(next);
  }
}
