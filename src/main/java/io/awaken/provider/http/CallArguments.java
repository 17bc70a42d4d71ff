package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.PooledBuffers;

/** Reads the argument text of a tool call. Stateless. */
public final class CallArguments {

  private static final ObjectMapper STRICT =
      new ObjectMapper(PooledBuffers.factory())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private CallArguments() {}

  /**
   * No text means no arguments; text that is not JSON stays the text, which no argument schema
   * accepts.
   */
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
}
