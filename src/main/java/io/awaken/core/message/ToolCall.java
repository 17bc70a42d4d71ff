package io.awaken.core.message;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A tool call as the model asked for it.
 *
 * @param id unique within the run; made unique per step by the loop
 * @param name the tool's id
 * @param arguments the argument object; a text node when the model's text was not valid JSON, which
 *     no argument schema accepts
 */
public record ToolCall(String id, String name, JsonNode arguments) {}
