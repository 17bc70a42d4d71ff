package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.BegunCall;
import io.awaken.core.store.run.CallState;

/**
 * Results of calls whose tool did not execute, or may have executed with an unknown outcome.
 * Stateless.
 */
public final class UnexecutedCall {

  /** Appended to a result when an earlier attempt of the call had started. */
  static final String BEGUN_BEFORE = "it had started before, and its effect is unknown";

  /** The reason for calls after a plugin or tool has ended the run. */
  static final String RUN_ENDS = "the run ends";

  private static final String RUN_ENDED = "the run ended";

  private UnexecutedCall() {}

  /** The result of a call whose tool could not be started. */
  static ToolResult unavailable(CallState call, String why) {
    return ToolResult.errorWithCode(call.toolName(), "unavailable", notEntered(call, why));
  }

  /** The result of a call whose transaction was rolled back. */
  static ToolResult rolledBack(String toolName, String why) {
    return ToolResult.errorWithCode(
        toolName, "rolled_back", "not executed: what the tool wrote was rolled back, " + why);
  }

  /** The result when the end of the run rolled it back. */
  static ToolResult rolledBack(String toolName) {
    return rolledBack(toolName, RUN_ENDED);
  }

  /** The result of a call that is declined for a reason outside of it. */
  static ToolResult declined(CallState call, String why) {
    return call.status() == ToolCallStatus.RUNNING
        ? cutOff(call)
        : ToolResult.errorWithCode(
            call.toolName(), "not_executed", notExecuted(call.attempt() > 0, why));
  }

  /** The result of a call whose tool asks a question after the run has ended. */
  static ToolResult unasked(CallState call, String why) {
    return cancelled(call, "the tool's question is dropped: " + why);
  }

  /** The result of a call that was running when its node was lost. */
  static ToolResult cutOff(CallState call) {
    return cancelled(call, BegunCall.UNKNOWN);
  }

  /**
   * Settles a call that has no result at the end of its run: publishes the result and returns the
   * message for the history.
   */
  public static Message settleAtEnd(Activation run, CallState call) {
    String runId = run.identity().runId().value();
    String messageId = runId + "-" + call.step() + "-" + call.callId();
    ToolResult result =
        run.publishResult(
            new AgentEvent.ToolCallDone(
                call.callId(), messageId, atEnd(run, call), ToolCallOutcome.CANCELLED));
    return Message.tool(
        messageId,
        call.callId(),
        result.modelContent(),
        new MessageMetadata(runId, call.step(), run.identity().agentId()));
  }

  private static ToolResult atEnd(Activation run, CallState call) {
    if (run.pending().isUnentered(call.callId())) {
      return cancelled(call, notEntered(call, RUN_ENDED));
    }
    if (run.pending().isRolledBack(call.callId())) {
      return rolledBack(call.toolName());
    }
    return call.status() == ToolCallStatus.RUNNING
        ? cutOff(call)
        : cancelled(call, notExecuted(call.attempt() > 0, RUN_ENDED));
  }

  private static ToolResult cancelled(CallState call, String what) {
    return ToolResult.errorWithCode(call.toolName(), "cancelled", what);
  }

  /**
   * The commit before the tool counts this attempt, so only an earlier attempt can have entered the
   * tool.
   */
  private static String notEntered(CallState call, String why) {
    return notExecuted(call.attempt() > 1, why);
  }

  private static String notExecuted(boolean begunBefore, String why) {
    return begunBefore ? "not repeated: " + why + "; " + BEGUN_BEFORE : "not executed: " + why;
  }
}
