package io.awaken.core.store.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ToolCallStatus;

/**
 * A call whose execution began but has no result when its run ends. The thread records this:
 * otherwise the next model would request the call again and repeat its effects (I5).
 *
 * @param step the step that requested it
 * @param callId unique within the run
 * @param toolName the tool
 * @param status its last status
 */
public record BegunCall(int step, String callId, String toolName, ToolCallStatus status) {
  /** The result of a call that was executing when its run ended. */
  public static final String UNKNOWN =
      "the run ended while the tool was running; what it did is not known";

  private static final String BEGUN_BEFORE =
      "not repeated: the run ended; it had started before, and its effect is unknown";

  private static final String CODE = "cancelled";

  /** The call of a run that no node executes. */
  public static BegunCall of(CallState call) {
    return new BegunCall(call.step(), call.callId(), call.toolName(), call.status());
  }

  /** Returns whether the end of its run leaves this call without a result. */
  public static boolean is(CallState call) {
    return call.attempt() > 0 && !call.status().terminal();
  }

  /**
   * Returns the call's result message.
   *
   * @param agentId the run's agent
   */
  public Message message(RunId run, String agentId) {
    return Message.tool(
        id(run), callId, result().modelText(), new MessageMetadata(run.value(), step, agentId));
  }

  /** Returns the call's result event. */
  public AgentEvent.ToolCallDone event(RunId run) {
    return new AgentEvent.ToolCallDone(callId, id(run), result(), ToolCallOutcome.CANCELLED);
  }

  private String id(RunId run) {
    return run.value() + "-" + step + "-" + callId;
  }

  private ToolResult result() {
    String reason = status == ToolCallStatus.RUNNING ? UNKNOWN : BEGUN_BEFORE;
    return ToolResult.errorWithCode(toolName, CODE, reason);
  }
}
