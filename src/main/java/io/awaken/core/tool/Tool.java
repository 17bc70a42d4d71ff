package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ToolResult;

/**
 * Something that an agent can do (features rows 111-114). Implementations are thread-safe: calls of
 * several runs, and of one step, happen at the same time. Blocking is fine; an interrupt asks the
 * tool to give up.
 */
public interface Tool {

  ToolDescriptor descriptor();

  /**
   * Checks what the schema cannot say; called before {@link #execute} with arguments that the
   * schema accepted.
   *
   * @throws ToolException of kind {@code INVALID_ARGUMENTS} to refuse
   */
  default void validateArgs(JsonNode arguments) throws ToolException {}

  /**
   * Does it.
   *
   * @param arguments accepted by schema and {@link #validateArgs}
   * @return the answer; an error result is an answer that the model may act on
   * @throws ToolException when there is no answer; the model sees an error all the same
   * @throws InterruptedException when the run was asked to stop
   */
  ToolResult execute(JsonNode arguments, ToolCallContext context)
      throws ToolException, InterruptedException;
}
