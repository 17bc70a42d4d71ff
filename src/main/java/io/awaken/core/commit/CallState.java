package io.awaken.core.commit;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.ToolCallStatus;

/**
 * A tool call as stored. A call is executed only after a commit says {@code RUNNING} with its
 * attempt number.
 *
 * @param step the step that asked for it, counted from 1
 * @param callId unique within the run
 * @param toolName the tool
 * @param arguments as the model gave them
 * @param status where it is
 * @param attempt how often its execution was begun
 */
public record CallState(
    int step,
    String callId,
    String toolName,
    JsonNode arguments,
    ToolCallStatus status,
    int attempt) {

  public CallState with(ToolCallStatus next) {
    return new CallState(step, callId, toolName, arguments, next, attempt);
  }

  /** The same call with other arguments. */
  public CallState with(JsonNode other) {
    return new CallState(step, callId, toolName, other, status, attempt);
  }

  /** The same call with its execution begun once more. */
  public CallState begun() {
    return new CallState(step, callId, toolName, arguments, ToolCallStatus.RUNNING, attempt + 1);
  }
}
