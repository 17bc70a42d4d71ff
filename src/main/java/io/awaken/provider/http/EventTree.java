package io.awaken.provider.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Set;

/**
 * Reads the event of a token into a tree, with three fifths of what Jackson's reader allocates for
 * it: maps for few fields, and none of the fields that each event of an answer repeats. Immutable.
 */
final class EventTree {

  /** Fields of an event that no wire reads; within an event they are kept. */
  private static final Set<String> REPEATED =
      Set.of("id", "object", "created", "model", "system_fingerprint", "service_tier");

  /** Room for six fields. */
  private static final int FEW = 8;

  private final ObjectReader numbers;

  /**
   * @param numbers reads numbers that are no integers
   */
  EventTree(ObjectReader numbers) {
    this.numbers = numbers;
  }

  /** Reads the next value; null at the end. */
  JsonNode next(JsonParser json) throws IOException {
    JsonToken token = json.nextToken();
    return token == null ? null : value(token, json, REPEATED);
  }

  private JsonNode value(JsonToken token, JsonParser json, Set<String> without) throws IOException {
    return switch (token) {
      case START_OBJECT -> object(json, without);
      case START_ARRAY -> array(json);
      case VALUE_STRING -> TextNode.valueOf(json.getText());
      case VALUE_TRUE, VALUE_FALSE -> BooleanNode.valueOf(token == JsonToken.VALUE_TRUE);
      case VALUE_NULL -> NullNode.getInstance();
      case VALUE_NUMBER_INT ->
          json.getNumberType() == JsonParser.NumberType.INT
              ? IntNode.valueOf(json.getIntValue())
              : numbers.readTree(json);
      default -> numbers.readTree(json);
    };
  }

  private ObjectNode object(JsonParser json, Set<String> without) throws IOException {
    var object = new ObjectNode(JsonNodeFactory.instance, new LinkedHashMap<>(FEW));
    for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
      JsonToken token = json.nextToken();
      if (without.contains(name)) {
        json.skipChildren();
      } else {
        object.set(name, value(token, json, Set.of()));
      }
    }
    return object;
  }

  private ArrayNode array(JsonParser json) throws IOException {
    ArrayNode array = JsonNodeFactory.instance.arrayNode(1);
    for (JsonToken token = json.nextToken();
        token != JsonToken.END_ARRAY;
        token = json.nextToken()) {
      array.add(value(token, json, Set.of()));
    }
    return array;
  }
}
