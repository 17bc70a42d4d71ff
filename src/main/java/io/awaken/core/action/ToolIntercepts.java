package io.awaken.core.action;

import io.awaken.core.message.ToolResult;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * What the old {@code tool_intercept} action decided about the calls of one step (features row 89).
 * Immutable; what was decided in a step is forgotten in the next.
 *
 * @param step the step
 * @param byCall decisions by call id
 */
public record ToolIntercepts(int step, Map<String, Intercept> byCall) {

  public static final ToolIntercepts NONE = new ToolIntercepts(0, Map.of());

  public ToolIntercepts {
    byCall = Collections.unmodifiableMap(byCall);
  }

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

  /** A decision about a call of a step. */
  public record Decided(int step, String callId, Intercept intercept) {}

  /** A block stays; else the first decision does. */
  ToolIntercepts with(Decided decided) {
    Map<String, Intercept> now = step == decided.step() ? byCall : Map.of();
    Intercept before = now.get(decided.callId());
    boolean stays =
        before != null && (before.block() != null || decided.intercept().block() == null);
    if (stays) {
      return this;
    }
    var next = new HashMap<>(now);
    next.put(decided.callId(), decided.intercept());
    return new ToolIntercepts(decided.step(), next);
  }
}
