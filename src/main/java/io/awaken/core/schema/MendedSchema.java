package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * An external tool's schema in the form of draft 2020-12: parts of older drafts are rewritten and
 * parts that no draft knows are dropped, so that an odd schema never costs its tool.
 *
 * @param schema the original if nothing was changed
 * @param changes what was changed, each with its place as a JSON pointer
 */
public record MendedSchema(ObjectNode schema, List<String> changes) {

  private static final int MAX_CHANGES = 20;

  private static final Set<String> TYPES =
      Set.of("string", "number", "integer", "boolean", "object", "array", "null");

  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef");

  private static final Predicate<JsonNode> SCHEMA = node -> node.isObject() || node.isBoolean();
  private static final Predicate<JsonNode> COUNT =
      node -> node.isNumber() && node.decimalValue().signum() >= 0;

  /** What a keyword must have, since validation fails otherwise. */
  private static final Map<String, Predicate<JsonNode>> FORMS =
      Map.ofEntries(
          Map.entry("type", MendedSchema::isType),
          Map.entry("pattern", node -> node.isTextual() && EcmaPattern.isPattern(node.asText())),
          Map.entry("properties", JsonNode::isObject),
          Map.entry("patternProperties", JsonNode::isObject),
          Map.entry("$defs", JsonNode::isObject),
          Map.entry("definitions", JsonNode::isObject),
          Map.entry("required", node -> all(node, JsonNode::isTextual)),
          Map.entry("enum", JsonNode::isArray),
          Map.entry("items", SCHEMA),
          Map.entry("additionalProperties", SCHEMA),
          Map.entry("not", SCHEMA),
          Map.entry("prefixItems", node -> node.size() > 0 && all(node, SCHEMA)),
          Map.entry("allOf", node -> node.size() > 0 && all(node, SCHEMA)),
          Map.entry("anyOf", node -> node.size() > 0 && all(node, SCHEMA)),
          Map.entry("oneOf", node -> node.size() > 0 && all(node, SCHEMA)),
          Map.entry("minimum", JsonNode::isNumber),
          Map.entry("maximum", JsonNode::isNumber),
          Map.entry("exclusiveMinimum", JsonNode::isNumber),
          Map.entry("exclusiveMaximum", JsonNode::isNumber),
          Map.entry("multipleOf", node -> node.isNumber() && node.decimalValue().signum() > 0),
          Map.entry("minLength", COUNT),
          Map.entry("maxLength", COUNT),
          Map.entry("minItems", COUNT),
          Map.entry("maxItems", COUNT));

  public MendedSchema {
    changes = List.copyOf(changes);
  }

  /** A valid schema without references is read once and not copied. */
  public static MendedSchema of(ObjectNode original) {
    if (!mayNeedChanges(original)) {
      return new MendedSchema(original, List.of());
    }
    var changes = new ArrayList<String>();
    ObjectNode copy = original.deepCopy();
    if (copy.path("type").isArray() && lists(copy.get("type"), "object")) {
      copy.put("type", "object");
      changes.add("/type is a list and counts as object");
    }
    mend(copy, changes);
    String breach = SchemaKeywords.breach(copy).orElse(null);
    if (breach != null) {
      changes.add("the whole schema " + breach + "; only the names of arguments are kept");
      copy = names(copy);
    }
    return changes.isEmpty()
        ? new MendedSchema(original, changes)
        : new MendedSchema(copy, changes.subList(0, Math.min(changes.size(), MAX_CHANGES)));
  }

  /** Whether anything may need a change: an invalid part, a reference, a list of types. */
  private static boolean mayNeedChanges(ObjectNode original) {
    return original.path("type").isArray() || isOdd(original);
  }

  private static boolean isOdd(JsonNode schema) {
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      Predicate<JsonNode> form = FORMS.get(entry.getKey());
      if (form != null && !form.test(entry.getValue()) || REFERENCES.contains(entry.getKey())) {
        return true;
      }
    }
    for (Map.Entry<String, JsonNode> pattern : schema.path("patternProperties").properties()) {
      if (!EcmaPattern.isPattern(pattern.getKey())) {
        return true;
      }
    }
    boolean[] odd = {false};
    Subschemas.forEach(schema, (keyword, part) -> odd[0] = odd[0] || isOdd(part));
    return odd[0];
  }

  /** Adds its changes with places relative to the schema. */
  private static void mend(ObjectNode schema, List<String> changes) {
    if (schema.path("items").isArray() && !schema.has("prefixItems")) {
      schema.set("prefixItems", schema.remove("items"));
      if (schema.has("additionalItems")) {
        schema.set("items", schema.remove("additionalItems"));
      }
      changes.add("/items is a list and counts as prefixItems");
    }
    schema
        .properties()
        .removeIf(
            entry -> {
              Predicate<JsonNode> form = FORMS.get(entry.getKey());
              boolean invalid = form != null && !form.test(entry.getValue());
              if (invalid) {
                changes.add("/" + entry.getKey() + " is not valid and is ignored");
              }
              return invalid;
            });
    if (schema.get("patternProperties") instanceof ObjectNode patterns
        && patterns.properties().removeIf(entry -> !EcmaPattern.isPattern(entry.getKey()))) {
      changes.add("/patternProperties has a name that is no pattern, which is ignored");
    }
    Subschemas.forEach(
        schema,
        (keyword, part) -> {
          if (part instanceof ObjectNode object) {
            int before = changes.size();
            mend(object, changes);
            if (changes.size() > before) {
              String place = "/" + keyword + name(schema.get(keyword), part);
              changes.subList(before, changes.size()).replaceAll(change -> place + change);
            }
          }
        });
  }

  /** The name of a subschema within its keyword's object, as the next part of its place. */
  private static String name(JsonNode holder, JsonNode part) {
    for (Map.Entry<String, JsonNode> entry : holder.properties()) {
      if (holder != part && entry.getValue() == part) {
        return "/" + entry.getKey();
      }
    }
    return "";
  }

  private static boolean lists(JsonNode types, String type) {
    for (JsonNode each : types) {
      if (type.equals(each.textValue())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isType(JsonNode node) {
    return node.isTextual()
        ? TYPES.contains(node.asText())
        : node.size() > 0 && all(node, each -> each.isTextual() && TYPES.contains(each.asText()));
  }

  private static boolean all(JsonNode list, Predicate<JsonNode> condition) {
    if (!list.isArray()) {
      return false;
    }
    for (JsonNode each : list) {
      if (!condition.test(each)) {
        return false;
      }
    }
    return true;
  }

  /** A schema that only names the arguments. */
  private static ObjectNode names(ObjectNode schema) {
    ObjectNode plain = JsonNodeFactory.instance.objectNode().put("type", "object");
    ObjectNode properties = plain.putObject("properties");
    schema
        .path("properties")
        .properties()
        .forEach(
            entry -> {
              ObjectNode property = properties.putObject(entry.getKey());
              JsonNode description = entry.getValue().path("description");
              if (description.isTextual()) {
                property.set("description", description);
              }
            });
    if (schema.has("required")) {
      plain.set("required", schema.get("required"));
    }
    return plain;
  }
}
