package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.PooledBuffers;

/** Converts tool call arguments between a model's text and JSON. Stateless. */
public final class ToolArguments {

  /** The field for arguments that are no object, on wires that accept only objects. */
  private static final String INVALID = "INVALID_JSON";

  private static final ObjectReader STRICT =
      JsonMapper.builder(PooledBuffers.factory())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .reader();

  private ToolArguments() {}

  /**
   * Blank text and {@code null} mean no arguments, and a text of JSON inside a text is that JSON.
   * Invalid JSON stays text, which no schema accepts.
   */
  public static JsonNode parsed(String text) {
    JsonNode outer = read(text);
    if (outer != null && outer.isTextual()) {
      JsonNode inner = read(outer.textValue());
      return inner != null && inner.isObject() ? inner : outer;
    }
    return outer == null ? TextNode.valueOf(text) : outer;
  }

  /** Null when it is not JSON. */
  private static JsonNode read(String text) {
    if (text.isBlank()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      JsonNode read = STRICT.readTree(text);
      return read.isNull() ? JsonNodeFactory.instance.objectNode() : read;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /**
   * Arguments as a server sends them whole: JSON, or a text of it; null and a missing node mean
   * none. Other values stay, and no schema accepts them.
   */
  public static JsonNode of(JsonNode given) {
    return given.isContainerNode() ? given : parsed(given.asText(""));
  }

  /** Arguments as an object; others are wrapped in one, so that the model sees its mistake. */
  public static JsonNode object(JsonNode arguments) {
    if (arguments.isObject()) {
      return arguments;
    }
    String text = arguments.isTextual() ? arguments.textValue() : arguments.toString();
    return JsonNodeFactory.instance.objectNode().put(INVALID, text);
  }
}
