package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Iterates over the direct subschemas of a schema. */
final class Subschemas {

  private static final Set<String> SCHEMA =
      Set.of(
          "items",
          "additionalItems",
          "additionalProperties",
          "unevaluatedItems",
          "unevaluatedProperties",
          "propertyNames",
          "contains",
          "contentSchema",
          "not",
          "if",
          "then",
          "else");
  private static final Set<String> LIST = Set.of("allOf", "anyOf", "oneOf", "prefixItems", "items");
  private static final Set<String> MAP =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  private Subschemas() {}

  /**
   * @param each receives each one with its keyword
   */
  static void forEach(JsonNode schema, BiConsumer<String, JsonNode> each) {
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      String keyword = entry.getKey();
      JsonNode value = entry.getValue();
      if (SCHEMA.contains(keyword) && value.isObject()) {
        each.accept(keyword, value);
      } else if (LIST.contains(keyword) && value.isArray()
          || MAP.contains(keyword) && value.isObject()) {
        value.forEach(part -> each.accept(keyword, part));
      }
    }
  }

  /** Whether a condition is true of any. */
  static boolean any(JsonNode schema, Predicate<JsonNode> condition) {
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      String keyword = entry.getKey();
      JsonNode value = entry.getValue();
      if (!value.isContainerNode()) {
        continue;
      }
      if (SCHEMA.contains(keyword) && value.isObject()) {
        if (condition.test(value)) {
          return true;
        }
      } else if (LIST.contains(keyword) && value.isArray()
          || MAP.contains(keyword) && value.isObject()) {
        for (JsonNode part : value) {
          if (condition.test(part)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
