package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The schema of a tool's arguments as one object, since model providers take no alternatives at its
 * top: the properties of all alternatives, those required that each of them requires, and a
 * description of the alternatives. Calls are validated against the tool's own schema.
 */
public final class FlatSchema {

  private static final int MAX_ALTERNATIVES = 20;

  private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
  private static final List<String> COMBINED = List.of("anyOf", "oneOf", "allOf", "$ref");
  private static final int MAX_DEPTH = 8;

  /** Maximum parts that are read, since references could multiply them. */
  private static final int MAX_PARTS = 500;

  /** The properties of an object and the required ones. */
  private record Shape(Map<String, JsonNode> properties, Set<String> required) {
    Shape() {
      this(new LinkedHashMap<>(), new LinkedHashSet<>());
    }
  }

  private final SchemaReferences references;
  private int parts;

  private FlatSchema(ObjectNode document) {
    this.references = new SchemaReferences(document);
  }

  /**
   * Makes a schema flat: it then has the type {@code object}, {@code properties}, and no {@code
   * anyOf}, {@code oneOf}, {@code allOf} or {@code $ref} at its top.
   *
   * @param schema is changed
   */
  public static void flatten(ObjectNode schema) {
    schema.put("type", "object");
    if (COMBINED.stream().anyMatch(schema::has)) {
      ObjectNode whole = schema.deepCopy();
      new FlatSchema(whole).combine(schema);
      new SchemaReferences(whole)
          .inline(schema, reference -> !SchemaReferences.leads(schema, reference));
    }
    if (!schema.path("properties").isObject()) {
      schema.set("properties", JsonNodeFactory.instance.objectNode());
    }
  }

  private void combine(ObjectNode schema) {
    var told = new ArrayList<String>();
    Shape shape = shape(schema, 0, told);
    told.forEach(text -> Descriptions.add(schema, text));
    schema.remove(COMBINED);
    ObjectNode properties = schema.putObject("properties");
    shape.properties().forEach((name, property) -> properties.set(name, property.deepCopy()));
    schema.remove("required");
    if (!shape.required().isEmpty()) {
      ArrayNode required = schema.putArray("required");
      shape.required().forEach(required::add);
    }
  }

  /**
   * @param told receives texts about alternatives that concern the whole schema
   */
  private Shape shape(JsonNode schema, int depth, List<String> told) {
    var shape = new Shape();
    if (depth > MAX_DEPTH || ++parts > MAX_PARTS) {
      return shape;
    }
    schema.path("properties").properties().forEach(own -> add(shape, own, "allOf"));
    schema.path("required").forEach(name -> shape.required().add(name.asText()));
    if (schema.path("$ref").isTextual()) {
      all(shape, shape(resolved(schema), depth + 1, told));
    }
    for (JsonNode part : schema.path("allOf")) {
      all(shape, shape(part, depth + 1, told));
    }
    for (String keyword : ALTERNATIVES) {
      if (schema.path(keyword).isArray() && !schema.get(keyword).isEmpty()) {
        var alternatives = new ArrayList<JsonNode>();
        schema.get(keyword).forEach(each -> alternatives.add(resolved(each)));
        told.add(alternatives(keyword, alternatives));
        any(shape, alternatives, depth);
      }
    }
    return shape;
  }

  private JsonNode resolved(JsonNode schema) {
    return schema.path("$ref").isTextual()
        ? references.target(schema.get("$ref").textValue())
        : schema;
  }

  private static void all(Shape shape, Shape part) {
    part.properties().entrySet().forEach(property -> add(shape, property, "allOf"));
    shape.required().addAll(part.required());
  }

  private void any(Shape shape, List<JsonNode> alternatives, int depth) {
    var either = new Shape();
    Set<String> common = null;
    for (JsonNode alternative : alternatives) {
      if (!mayBeObject(alternative)) {
        continue;
      }
      Shape part = shape(alternative, depth + 1, new ArrayList<>());
      part.properties().entrySet().forEach(property -> add(either, property, "anyOf"));
      if (common == null) {
        common = part.required();
      } else {
        common.retainAll(part.required());
      }
    }
    // A property of the object itself says enough; the description tells the alternatives.
    either.properties().forEach(shape.properties()::putIfAbsent);
    if (common != null) {
      shape.required().addAll(common);
    }
  }

  private static boolean mayBeObject(JsonNode schema) {
    return schema.isBoolean()
        ? schema.booleanValue()
        : !schema.has("type") || Subschemas.hasType(schema, "object");
  }

  /**
   * @param keyword how two schemas of one property are combined
   */
  private static void add(Shape shape, Map.Entry<String, JsonNode> property, String keyword) {
    shape
        .properties()
        .merge(
            property.getKey(),
            property.getValue(),
            (one, other) -> one.equals(other) ? one : combined(one, other, keyword));
  }

  private static JsonNode combined(JsonNode one, JsonNode other, String keyword) {
    ObjectNode both = JsonNodeFactory.instance.objectNode();
    if (keyword.equals("anyOf") && isChoice(one) && isChoice(other)) {
      var values = new LinkedHashSet<JsonNode>();
      for (JsonNode each : List.of(one, other)) {
        each.path("enum").forEach(values::add);
        if (each.has("const")) {
          values.add(each.get("const"));
        }
      }
      if (one.path("type").equals(other.path("type")) && one.has("type")) {
        both.set("type", one.get("type"));
      }
      both.putArray("enum").addAll(values);
      return both;
    }
    ArrayNode list = both.putArray(keyword);
    for (JsonNode each : List.of(one, other)) {
      if (each.size() == 1 && each.path(keyword).isArray()) {
        list.addAll((ArrayNode) each.get(keyword));
      } else {
        list.add(each);
      }
    }
    return both;
  }

  /** Whether a schema only lists values, such as the kind that tells alternatives apart. */
  private static boolean isChoice(JsonNode schema) {
    return (schema.has("const") || schema.path("enum").isArray())
        && schema.size() == (schema.has("type") ? 2 : 1);
  }

  /**
   * A sentence for models about the alternatives of an object.
   *
   * @param keyword {@code anyOf} or {@code oneOf}
   * @param alternatives at least one
   */
  private static String alternatives(String keyword, List<JsonNode> alternatives) {
    int more = alternatives.size() - MAX_ALTERNATIVES;
    return alternatives.stream()
        .limit(MAX_ALTERNATIVES)
        .map(FlatSchema::alternative)
        .collect(
            Collectors.joining(
                "; or ",
                keyword.equals("oneOf")
                    ? "Must fit exactly one of: "
                    : "Must fit at least one of: ",
                more > 0 ? "; or one of " + more + " more." : "."));
  }

  private static String alternative(JsonNode alternative) {
    Set<String> required = new LinkedHashSet<>();
    alternative.path("required").forEach(name -> required.add(name.asText()));
    var parts = new ArrayList<String>();
    var optional = new ArrayList<String>();
    for (Map.Entry<String, JsonNode> property : alternative.path("properties").properties()) {
      String name = property.getKey();
      JsonNode schema = property.getValue();
      if (schema.has("const")) {
        parts.add(name + " = " + Descriptions.quoted(schema.get("const")));
        required.remove(name);
      } else if (!required.contains(name)) {
        optional.add(name);
      }
    }
    if (!required.isEmpty()) {
      parts.add("needs " + String.join(", ", required));
    }
    if (!optional.isEmpty()) {
      parts.add("may have " + String.join(", ", optional));
    }
    String title = alternative.path("title").asText("");
    String named = title.isEmpty() ? "" : title + ": ";
    return named + (parts.isEmpty() ? Descriptions.quoted(alternative) : String.join(", ", parts));
  }
}
