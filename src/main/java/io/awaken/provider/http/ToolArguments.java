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

  /** Blank text means no arguments; invalid JSON stays text, which no schema accepts. */
  public static JsonNode parsed(String text) {
    if (text.isBlank()) {
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      return STRICT.readTree(text);
    } catch (JsonProcessingException e) {
      return TextNode.valueOf(text);
    }
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
