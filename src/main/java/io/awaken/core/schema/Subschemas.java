package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

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
}
