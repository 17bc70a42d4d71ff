package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
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

  private static final Predicate<JsonNode> SCHEMA = node -> node.isObject() || node.isBoolean();
  private static final Predicate<JsonNode> NUMBER =
      node -> node.isNumber() && Double.isFinite(node.doubleValue());
  private static final Predicate<JsonNode> COUNT =
      node -> NUMBER.test(node) && node.doubleValue() >= 0 && node.doubleValue() % 1 == 0;
  private static final Predicate<JsonNode> SCHEMAS = node -> node.isObject() && every(node, SCHEMA);
  private static final Predicate<JsonNode> LIST =
      node -> node.isArray() && !node.isEmpty() && every(node, SCHEMA);

  /** Maps of schemas; an entry that is none is ignored alone. */
  private static final Set<String> MAPS =
      Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");

  private static final Set<String> DIALECTS =
      Set.of(
          "http://json-schema.org/draft-04/schema",
          "http://json-schema.org/draft-06/schema",
          "http://json-schema.org/draft-07/schema",
          "https://json-schema.org/draft/2019-09/schema",
          "https://json-schema.org/draft/2020-12/schema");

  /** What a keyword must have; otherwise validation fails, here or at a model provider. */
  private static final Map<String, Predicate<JsonNode>> FORMS =
      Map.ofEntries(
          Map.entry("$schema", MendedSchema::isDialect),
          Map.entry("$id", MendedSchema::isAddress),
          Map.entry("id", node -> false),
          Map.entry("$dynamicRef", node -> false),
          Map.entry("$recursiveRef", node -> false),
          Map.entry("$recursiveAnchor", JsonNode::isBoolean),
          Map.entry("type", MendedSchema::isType),
          Map.entry("pattern", node -> node.isTextual() && EcmaPattern.isPattern(node.asText())),
          Map.entry("properties", SCHEMAS),
          Map.entry("patternProperties", SCHEMAS),
          Map.entry("$defs", SCHEMAS),
          Map.entry("definitions", SCHEMAS),
          Map.entry("dependentSchemas", SCHEMAS),
          Map.entry("required", MendedSchema::areNames),
          Map.entry(
              "dependentRequired", node -> node.isObject() && every(node, MendedSchema::areNames)),
          Map.entry("const", MendedSchema::isComparable),
          Map.entry("enum", node -> node.isArray() && every(node, MendedSchema::isComparable)),
          Map.entry("items", SCHEMA),
          Map.entry("additionalItems", SCHEMA),
          Map.entry("unevaluatedItems", SCHEMA),
          Map.entry("contains", SCHEMA),
          Map.entry("additionalProperties", SCHEMA),
          Map.entry("unevaluatedProperties", SCHEMA),
          Map.entry("propertyNames", SCHEMA),
          Map.entry("not", SCHEMA),
          Map.entry("if", SCHEMA),
          Map.entry("then", SCHEMA),
          Map.entry("else", SCHEMA),
          Map.entry("prefixItems", LIST),
          Map.entry("allOf", LIST),
          Map.entry("anyOf", LIST),
          Map.entry("oneOf", LIST),
          Map.entry("minimum", NUMBER),
          Map.entry("maximum", NUMBER),
          Map.entry("exclusiveMinimum", NUMBER),
          Map.entry("exclusiveMaximum", NUMBER),
          Map.entry("multipleOf", node -> NUMBER.test(node) && node.doubleValue() > 0),
          Map.entry("minLength", COUNT),
          Map.entry("maxLength", COUNT),
          Map.entry("minItems", COUNT),
          Map.entry("maxItems", COUNT),
          Map.entry("minContains", COUNT),
          Map.entry("maxContains", COUNT),
          Map.entry("minProperties", COUNT),
          Map.entry("maxProperties", COUNT),
          Map.entry("uniqueItems", JsonNode::isBoolean),
          Map.entry("deprecated", JsonNode::isBoolean),
          Map.entry("readOnly", JsonNode::isBoolean),
          Map.entry("writeOnly", JsonNode::isBoolean),
          Map.entry("examples", JsonNode::isArray),
          Map.entry("title", JsonNode::isTextual),
          Map.entry("description", JsonNode::isTextual),
          Map.entry("$comment", JsonNode::isTextual),
          Map.entry("format", JsonNode::isTextual),
          Map.entry("contentEncoding", JsonNode::isTextual),
          Map.entry("contentMediaType", JsonNode::isTextual));

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
    if (copy.path("type").isArray() && Subschemas.hasType(copy, "object")) {
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

  /**
   * Whether a document is a schema whose parts are all valid and refer to none: it can be compiled.
   */
  public static boolean isPlain(JsonNode document) {
    return document != null && document.isObject() && !isOdd(document);
  }

  private static boolean isOdd(JsonNode schema) {
    for (Map.Entry<String, JsonNode> entry : schema.properties()) {
      String keyword = entry.getKey();
      Predicate<JsonNode> form = FORMS.get(keyword);
      if (form != null && !form.test(entry.getValue())
          || keyword.equals("$ref")
          || keyword.equals("patternProperties") && !arePatterns(entry.getValue())) {
        return true;
      }
    }
    return Subschemas.any(schema, MendedSchema::isOdd);
  }

  private static boolean arePatterns(JsonNode named) {
    for (Map.Entry<String, JsonNode> entry : named.properties()) {
      if (!EcmaPattern.isPattern(entry.getKey())) {
        return false;
      }
    }
    return true;
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
    if (schema.get("required") instanceof ArrayNode names && !isDistinct(names)) {
      var once = new LinkedHashSet<JsonNode>();
      names.forEach(once::add);
      names.removeAll().addAll(once);
      changes.add("/required names a property twice, which counts once");
    }
    for (String map : MAPS) {
      if (schema.get(map) instanceof ObjectNode parts
          && parts.properties().removeIf(entry -> !SCHEMA.test(entry.getValue()))) {
        changes.add("/" + map + " has an entry that is no schema, which is ignored");
      }
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

  private static boolean isType(JsonNode node) {
    return node.isTextual()
        ? TYPES.contains(node.asText())
        : node.isArray()
            && !node.isEmpty()
            && isDistinct(node)
            && every(node, each -> each.isTextual() && TYPES.contains(each.asText()));
  }

  private static boolean areNames(JsonNode node) {
    return node.isArray() && every(node, JsonNode::isTextual) && isDistinct(node);
  }

  private static boolean isDistinct(JsonNode values) {
    if (values.size() < 2) {
      return true;
    }
    var seen = new HashSet<JsonNode>();
    for (JsonNode each : values) {
      if (!seen.add(each)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDialect(JsonNode node) {
    String name = node.asText();
    return node.isTextual()
        && DIALECTS.contains(name.endsWith("#") ? name.substring(0, name.length() - 1) : name);
  }

  private static boolean isAddress(JsonNode node) {
    try {
      return node.isTextual() && URI.create(node.asText()).isAbsolute();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isComparable(JsonNode value) {
    return value.isContainerNode()
        ? every(value, MendedSchema::isComparable)
        : !value.isNumber() || NUMBER.test(value);
  }

  private static boolean every(JsonNode parts, Predicate<JsonNode> condition) {
    for (JsonNode each : parts) {
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
