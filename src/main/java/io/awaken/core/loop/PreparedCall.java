package io.awaken.core.loop;

import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.commit.CallState;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;

/**
 * A call after lookup and argument checks.
 *
 * @param state the call
 * @param tool the tool; null when refused
 * @param refusal the error that the model gets instead of a call; null when it may go on
 */
record PreparedCall(CallState state, RegisteredTool tool, ToolResult refusal) {

  boolean refused() {
    return refusal != null;
  }

  PreparedCall with(CallState next) {
    return new PreparedCall(next, tool, refusal);
  }

  ToolCall call() {
    return new ToolCall(state.callId(), state.toolName(), state.arguments());
  }
}
