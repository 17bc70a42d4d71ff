package io.awaken.core.decision;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.text.WholeText;
import java.util.Optional;

/** Decides whether a call may start a run, and what it gets when that run ends. */
public final class Delegation {

  /** The reserved id of the decision that the end of a run makes; also replaces the subject. */
  public static final String BY = "delegate";

  /** The status of a run that answered. */
  public static final String COMPLETED = "completed";

  /** Limit of an answer in characters; the rest stays readable in the thread of the run. */
  private static final int MAX_RESPONSE = 256 * 1024;

  private static final String TIMEOUT = "timeout";

  private Delegation() {}

  /**
   * Limits of the runs below one run (scenario S35).
   *
   * @param depth delegations above a run, at least 1; default 5
   * @param width runs that one run waits for at once, at least 1; default 32
   */
  public record Limits(int depth, int width) {
    public static final Limits DEFAULT = new Limits(5, 32);
  }

  /**
   * Why a call may start no run, for the model; empty when it may.
   *
   * @param depth delegations above the run of the call
   * @param open runs that this run waits for
   */
  public static Optional<String> refusal(int depth, long open, Limits limits) {
    if (depth >= limits.depth()) {
      return Optional.of(
          "this run is "
              + depth
              + " delegations deep, the limit is "
              + limits.depth()
              + "; do the work without a delegate");
    }
    return open < limits.width()
        ? Optional.empty()
        : Optional.of(
            "this run waits for "
                + open
                + " delegates, the limit is "
                + limits.width()
                + "; delegate again when they have answered");
  }

  /**
   * The decision that answers the call (features row 197).
   *
   * @param outcome of the run, with its call
   * @param now epoch milliseconds
   */
  public static Decision answer(RunOutcome outcome, long now) {
    ParentCall call = outcome.parent();
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("agent_id", call.agentId()).put("status", status(outcome.termination()));
    if (outcome.finalOutput() != null) {
      result.put("response", WholeText.cut(outcome.finalOutput(), MAX_RESPONSE));
    }
    result.put("steps", outcome.steps());
    return new Decision(BY, DecisionAction.RESUME, result, reason(outcome.termination()), now);
  }

  /** {@code completed}, {@code failed}, {@code cancelled} or {@code timeout}. */
  private static String status(TerminationReason why) {
    return switch (why) {
      case TerminationReason.NaturalEnd end -> COMPLETED;
      case TerminationReason.BehaviorRequested requested -> COMPLETED;
      case TerminationReason.Stopped(var stop) -> stop.code().equals(TIMEOUT) ? TIMEOUT : COMPLETED;
      case TerminationReason.Cancelled cancelled -> "cancelled";
      case TerminationReason.Blocked blocked -> "failed";
      case TerminationReason.Error error ->
          error.equals(OwnerlessEnding.timeUsedUp()) ? TIMEOUT : "failed";
      case TerminationReason.Suspended waits ->
          throw new IllegalArgumentException("it has not ended");
    };
  }

  private static String reason(TerminationReason why) {
    return switch (why) {
      case TerminationReason.Stopped(var stop) ->
          stop.detail() == null ? stop.code() : stop.detail();
      case TerminationReason.Blocked(var reason) -> reason;
      case TerminationReason.Error(var reason) -> reason;
      default -> null;
    };
  }
}
