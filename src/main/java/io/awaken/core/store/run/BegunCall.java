package io.awaken.core.store.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ToolCallStatus;

/**
 * A call whose execution was begun and that the end of its run leaves without a result. The thread
 * says so from then on: left out, the next model to read it would ask for the call once more, and
 * what must not be repeated would be (I5).
 *
 * @param step the step that asked for it
 * @param callId unique within the run
 * @param toolName the tool
 * @param status where it was
 */
public record BegunCall(int step, String callId, String toolName, ToolCallStatus status) {
  /** What is told of a call that was being executed when its run ended. */
  public static final String UNKNOWN =
      "the run ended while the tool was running; what it did is not known";

  private static final String BEGUN_BEFORE =
      "not begun again: the run ended; it had begun before, and what it did then is not known";

  private static final String CODE = "cancelled";

  /** The call of a run that nobody executes. */
  public static BegunCall of(CallState call) {
    return new BegunCall(call.step(), call.callId(), call.toolName(), call.status());
  }

  /** Whether the end of its run leaves such a call of it. */
  public static boolean is(CallState call) {
    return call.attempt() > 0 && !call.status().terminal();
  }

  /**
   * What the thread says of it.
   *
   * @param agentId the run's agent
   */
  public Message message(RunId run, String agentId) {
    return Message.tool(
        id(run), callId, result().modelText(), new MessageMetadata(run.value(), step, agentId));
  }

  /** The same for readers of events. */
  public AgentEvent.ToolCallDone event(RunId run) {
    return new AgentEvent.ToolCallDone(callId, id(run), result(), ToolCallOutcome.CANCELLED);
  }

  private String id(RunId run) {
    return run.value() + "-" + step + "-" + callId;
  }

  private ToolResult result() {
    String told = status == ToolCallStatus.RUNNING ? UNKNOWN : BEGUN_BEFORE;
    return ToolResult.errorWithCode(toolName, CODE, told);
  }
}
