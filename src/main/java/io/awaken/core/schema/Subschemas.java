package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Iterates over the subschemas of a schema. */
public final class Subschemas {

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

  /**
   * Visits a schema and all schemas within it, the outer ones last.
   *
   * @param each may change its schema
   */
  public static void everywhere(ObjectNode schema, Consumer<ObjectNode> each) {
    forEach(
        schema,
        (keyword, part) -> {
          if (part instanceof ObjectNode object) {
            everywhere(object, each);
          }
        });
    each.accept(schema);
  }

  /**
   * Replaces the schemas {@code true} and {@code false} of properties, items and alternatives by
   * objects, since several providers read objects only.
   */
  public static void withoutBooleans(ObjectNode schema) {
    everywhere(
        schema,
        part -> {
          for (Map.Entry<String, JsonNode> entry : part.properties()) {
            if (entry.getKey().equals("items") && entry.getValue().isBoolean()) {
              entry.setValue(object(entry.getValue()));
            } else if (entry.getValue() instanceof ObjectNode parts
                && MAP.contains(entry.getKey())) {
              parts.properties().forEach(each -> each.setValue(object(each.getValue())));
            } else if (entry.getValue() instanceof ArrayNode parts
                && LIST.contains(entry.getKey())) {
              for (int i = 0; i < parts.size(); i++) {
                parts.set(i, object(parts.get(i)));
              }
            }
          }
        });
  }

  private static JsonNode object(JsonNode schema) {
    if (!schema.isBoolean()) {
      return schema;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    return schema.booleanValue() ? object : object.put("description", "Not allowed.");
  }

  /** Whether a schema names a type, alone or in a list. */
  public static boolean hasType(JsonNode schema, String type) {
    JsonNode types = schema.path("type");
    for (JsonNode each : types) {
      if (type.equals(each.textValue())) {
        return true;
      }
    }
    return type.equals(types.textValue());
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
