package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.SuspendTicket;

/**
 * The output of a tool (features row 115).
 *
 * @param result the result, or the ticket of a suspension
 * @param command changes of the state, actions and effects that are committed with the answer; null
 *     for none
 */
public record ToolOutput(ToolResult result, StateCommand command) {

  /** A result without commands. */
  public static ToolOutput of(ToolResult result) {
    return new ToolOutput(result, null);
  }

  /** A successful result for the model. */
  public static ToolOutput success(String toolName, JsonNode data) {
    return of(ToolResult.success(toolName, data));
  }

  /** Suspends the call until a decision; the ticket specifies how it is resumed. */
  public static ToolOutput suspended(String toolName, SuspendTicket ticket) {
    return of(ToolResult.suspended(toolName, ticket));
  }

  /** A copy with these state changes. */
  public ToolOutput with(StateCommand other) {
    return new ToolOutput(result, other);
  }
}
