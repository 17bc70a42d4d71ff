package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolResult;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.SuspendTicket;

/**
 * What a tool returns (features row 115).
 *
 * @param result the answer, or the ticket of a suspension
 * @param command changes of the state, actions and effects that are committed with the answer; null
 *     for none
 */
public record ToolOutput(ToolResult result, StateCommand command) {

  /** An answer, and nothing else. */
  public static ToolOutput of(ToolResult result) {
    return new ToolOutput(result, null);
  }

  /** An answer for the model. */
  public static ToolOutput success(String toolName, JsonNode data) {
    return of(ToolResult.success(toolName, data));
  }

  /**
   * No answer until the suspension is decided; the tool is then called again, as the ticket says.
   */
  public static ToolOutput suspended(String toolName, SuspendTicket ticket) {
    return of(ToolResult.suspended(toolName, ticket));
  }

  /** A copy with these state changes. */
  public ToolOutput with(StateCommand other) {
    return new ToolOutput(result, other);
  }
}
