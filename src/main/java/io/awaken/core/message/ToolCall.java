package io.awaken.core.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Predicate;

/**
 * A tool call as the model requested it.
 *
 * @param id unique within the run; made unique per step by the loop
 * @param name the tool's id
 * @param arguments the argument object; a text node when the model's text was not valid JSON, which
 *     no argument schema accepts
 * @param providerMetadata metadata that the provider attached to the call and requires unchanged,
 *     by provider key; null for none
 */
public record ToolCall(String id, String name, JsonNode arguments, ObjectNode providerMetadata) {

  public ToolCall {
    providerMetadata = ProviderMetadata.orNull(providerMetadata);
  }

  /** A call without provider metadata. */
  public ToolCall(String id, String name, JsonNode arguments) {
    this(id, name, arguments, null);
  }

  /**
   * An id that no other call of an answer has: servers send one twice, or none.
   *
   * @param wanted the server's id
   * @param taken whether another call of the answer has an id
   */
  public static String unusedId(String wanted, Predicate<String> taken) {
    String id = wanted;
    while (taken.test(id)) {
      id += "_";
    }
    return id;
  }

  /** A copy with provider metadata. */
  public ToolCall with(ObjectNode attached) {
    return new ToolCall(id, name, arguments, attached);
  }
}
