package io.awaken.core.action;

import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Decisions of the old {@code tool_intercept} action on the calls of one step (features row 89).
 * Immutable; they do not apply to the next step.
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
   * A decision in the action's wire form; exactly one of the three is set.
   *
   * @param block the reason to block the call
   * @param setResult the result of the call
   * @param suspend the question to answer before the call continues
   */
  public record Intercept(String block, ToolResult setResult, SuspendTicket suspend) {

    public Intercept {
      if (Stream.of(block, setResult, suspend).filter(Objects::nonNull).count() != 1) {
        throw new IllegalArgumentException(
            "tool_intercept has exactly one of block, set_result and suspend");
      }
    }

    public static Intercept block(String reason) {
      return new Intercept(reason, null, null);
    }

    public static Intercept setResult(ToolResult result) {
      return new Intercept(null, result, null);
    }

    public static Intercept suspend(SuspendTicket ticket) {
      return new Intercept(null, null, ticket);
    }

    /** The strongest decision on a call wins. */
    private int rank() {
      return block != null ? 3 : suspend != null ? 2 : 1;
    }
  }

  /** A decision on a call of a step. */
  public record Decided(int step, String callId, Intercept intercept) {}

  /** The strongest wins: block, suspend, result; among equals the first. */
  ToolIntercepts with(Decided decided) {
    Map<String, Intercept> now = step == decided.step() ? byCall : Map.of();
    Intercept before = now.get(decided.callId());
    if (before != null && before.rank() >= decided.intercept().rank()) {
      return this;
    }
    var next = new HashMap<>(now);
    next.put(decided.callId(), decided.intercept());
    return new ToolIntercepts(decided.step(), next);
  }
}
