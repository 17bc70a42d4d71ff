package io.awaken.provider.scripted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.spec.ResponseFormat;
import java.util.Map;

/**
 * An answer of the demo model in the requested format: JSON with every property of its schema, and
 * the user's text as string values. It observes types, choices and bounds, but no other keywords.
 */
final class DemoJson {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int DEEPEST = 12;

  private final JsonNode root;
  private final String input;

  private DemoJson(JsonNode root, String input) {
    this.root = root;
    this.input = input;
  }

  static String of(ResponseFormat format, String input) {
    return format.schema() == null
        ? JSON.objectNode().put("model", "demo").put("said", input).toString()
        : new DemoJson(format.schema(), input).value(format.schema(), 0).toString();
  }

  private JsonNode value(JsonNode schema, int depth) {
    if (depth > DEEPEST) {
      return JSON.nullNode();
    }
    if (schema.has("$ref")) {
      String place = schema.get("$ref").asText();
      return value(place.startsWith("#/") ? root.at(place.substring(1)) : root, depth + 1);
    }
    for (String given : new String[] {"const", "default"}) {
      if (schema.has(given)) {
        return schema.get(given);
      }
    }
    for (String choice : new String[] {"enum", "examples"}) {
      if (schema.path(choice).has(0)) {
        return schema.path(choice).get(0);
      }
    }
    for (String choice : new String[] {"anyOf", "oneOf", "allOf"}) {
      if (schema.path(choice).has(0)) {
        return value(schema.path(choice).get(0), depth + 1);
      }
    }
    return typed(schema, depth);
  }

  private JsonNode typed(JsonNode schema, int depth) {
    JsonNode type = schema.path("type");
    String first = type.isArray() ? type.path(0).asText() : type.asText();
    return switch (first.isEmpty() && schema.has("properties") ? "object" : first) {
      case "object" -> object(schema, depth);
      case "array" -> array(schema, depth);
      case "integer" -> JSON.numberNode((long) Math.ceil(least(schema)));
      case "number" -> JSON.numberNode(least(schema));
      case "boolean" -> JSON.booleanNode(true);
      case "null" -> JSON.nullNode();
      default -> JSON.textNode(text(schema));
    };
  }

  private ObjectNode object(JsonNode schema, int depth) {
    ObjectNode object = JSON.objectNode();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      object.set(property.getKey(), value(property.getValue(), depth + 1));
    }
    return object;
  }

  private ArrayNode array(JsonNode schema, int depth) {
    ArrayNode array = JSON.arrayNode();
    int wanted = Math.min(Math.max(1, schema.path("minItems").asInt(1)), DEEPEST);
    for (int i = 0; i < wanted && schema.path("maxItems").asInt(1) > 0; i++) {
      array.add(value(schema.path("items"), depth + 1));
    }
    return array;
  }

  private static double least(JsonNode schema) {
    return schema.has("exclusiveMinimum")
        ? schema.get("exclusiveMinimum").asDouble() + 1
        : schema.path("minimum").asDouble(Math.min(0, schema.path("maximum").asDouble(0)));
  }

  private String text(JsonNode schema) {
    String text =
        switch (schema.path("format").asText()) {
          case "date" -> "2026-01-31";
          case "date-time" -> "2026-01-31T12:00:00Z";
          case "email" -> "demo@example.com";
          case "uri" -> "https://example.com/";
          default -> input;
        };
    int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
    String kept = text.length() <= most ? text : text.substring(0, most);
    int least = Math.min(schema.path("minLength").asInt(0), 1_000);
    return kept + ".".repeat(Math.max(0, least - kept.length()));
  }
}
