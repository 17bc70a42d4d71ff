package io.awaken.core.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;

/** Called for each call with valid arguments, before the gates. */
@FunctionalInterface
public interface BeforeTool {

  /** What follows. */
  sealed interface Outcome {}

  /**
   * The call goes on with these arguments; changed ones are validated again. Hooks behind see them.
   */
  record Proceed(JsonNode arguments) implements Outcome {}

  /** This is the result; the tool and the hooks behind are not asked. */
  record Answer(ToolResult result) implements Outcome {}

  /**
   * @param context its call is set
   */
  Outcome beforeTool(PhaseContext context, ToolCall call) throws Exception;
}
