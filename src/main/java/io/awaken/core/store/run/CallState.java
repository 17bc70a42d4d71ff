package io.awaken.core.store.run;

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
 * @param revision how often a decision changed the arguments
 */
public record CallState(
    int step,
    String callId,
    String toolName,
    JsonNode arguments,
    ToolCallStatus status,
    int attempt,
    int revision) {

  /** A call as the model asked for it. */
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

  /** The same call with other arguments. */
  public CallState with(JsonNode other) {
    return new CallState(step, callId, toolName, other, status, attempt, revision);
  }

  /** The same call with its execution begun once more. */
  public CallState begun() {
    return new CallState(
        step, callId, toolName, arguments, ToolCallStatus.RUNNING, attempt + 1, revision);
  }

  /** The same call with the arguments that a decision gave it. */
  public CallState revised(JsonNode other) {
    return new CallState(step, callId, toolName, other, status, attempt, revision + 1);
  }
}
