package io.awaken.core.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A tool call as the model asked for it.
 *
 * @param id unique within the run; made unique per step by the loop
 * @param name the tool's id
 * @param arguments the argument object; a text node when the model's text was not valid JSON, which
 *     no argument schema accepts
 * @param providerMetadata what the provider attached to the call and wants back with it, by
 *     provider key; null for nothing
 */
public record ToolCall(String id, String name, JsonNode arguments, ObjectNode providerMetadata) {

  public ToolCall {
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
  }

  /** A call to which no provider attached anything. */
  public ToolCall(String id, String name, JsonNode arguments) {
    this(id, name, arguments, null);
  }

  /** A copy with provider metadata. */
  public ToolCall with(ObjectNode attached) {
    return new ToolCall(id, name, arguments, attached);
  }
}
