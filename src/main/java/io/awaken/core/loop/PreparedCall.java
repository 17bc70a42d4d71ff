package io.awaken.core.loop;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.commit.CallState;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;

/**
 * A call on its way to its result.
 *
 * @param state the call
 * @param tool the tool; null when there is none or it is not asked
 * @param result the result that it has without its tool; null when the tool shall be asked
 * @param declined whether it is not executed for a reason that is not its own
 * @param blocked why a gate blocked it, which ends the run; null when none did
 */
record PreparedCall(
    CallState state, RegisteredTool tool, ToolResult result, boolean declined, String blocked) {

  static PreparedCall of(CallState state, RegisteredTool tool) {
    return new PreparedCall(state, tool, null, false, null);
  }

  /** Whether it has its result without its tool. */
  boolean settled() {
    return result != null;
  }

  /** The same with a result. */
  PreparedCall settled(ToolResult with) {
    return new PreparedCall(state, tool, with, false, null);
  }

  /** The same, not executed because of something else. */
  PreparedCall declined(String why) {
    var result = ToolResult.errorWithCode(state.toolName(), "not_executed", "not executed: " + why);
    return new PreparedCall(state, tool, result, true, null);
  }

  /** The same, blocked. */
  PreparedCall blocked(String reason) {
    var failed =
        ToolResult.errorWithCode(state.toolName(), "blocked", "the call was blocked: " + reason);
    return new PreparedCall(state, tool, failed, false, reason);
  }

  PreparedCall with(CallState next) {
    return new PreparedCall(next, tool, result, declined, blocked);
  }

  /** The same with other arguments. */
  PreparedCall with(JsonNode arguments) {
    return with(state.with(arguments));
  }

  ToolCall call() {
    return new ToolCall(state.callId(), state.toolName(), state.arguments());
  }
}
