package io.awaken.core.store.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.ToolCallStatus;

/**
 * A tool call as stored. A call executes only after a commit has stored {@code RUNNING} with its
 * attempt number.
 *
 * @param step the step that requested it, from 1
 * @param callId unique within the run
 * @param toolName the tool
 * @param arguments as the model gave them
 * @param status its status
 * @param attempt number of executions begun
 * @param revision number of decisions that changed the arguments
 */
public record CallState(
    int step,
    String callId,
    String toolName,
    JsonNode arguments,
    ToolCallStatus status,
    int attempt,
    int revision) {

  /** A call as the model requested it. */
  public CallState(
      int step,
      String callId,
      String toolName,
      JsonNode arguments,
      ToolCallStatus status,
      int attempt) {
    this(step, callId, toolName, arguments, status, attempt, 0);
  }

  public CallState with(ToolCallStatus next) {
    return new CallState(step, callId, toolName, arguments, next, attempt, revision);
  }

  public CallState with(JsonNode other) {
    return new CallState(step, callId, toolName, other, status, attempt, revision);
  }

  /** Counts another execution. */
  public CallState begun() {
    return new CallState(
        step, callId, toolName, arguments, ToolCallStatus.RUNNING, attempt + 1, revision);
  }

  /** Replaces the arguments with those of a decision. */
  public CallState revised(JsonNode other) {
    return new CallState(step, callId, toolName, other, status, attempt, revision + 1);
  }
}
