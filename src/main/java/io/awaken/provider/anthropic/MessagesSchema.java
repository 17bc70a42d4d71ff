package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.schema.Subschemas;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.provider.http.FormatSupport;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reduces a schema to the part of JSON Schema that the provider supports; it rejects the rest.
 * Every object is closed, and unsupported keywords move into descriptions, where the model reads
 * them. Answers are validated against the whole schema later. A schema that cannot be reduced, such
 * as an object with any fields, has no such form.
 */
final class MessagesSchema {

  /** Models that accept no response format. */
  private static final Pattern BEFORE_4_5 =
      Pattern.compile("claude-(instant|[23]|[a-z]+-3|[a-z]+-4($|[-.][0-4](?!\\d)|[-@]20\\d{6}))");

  private static final Set<String> TAKEN =
      Set.of("type", "title", "description", "enum", "const", "default", "required", "$ref");
  private static final Set<String> MAPS = Set.of("properties", "$defs", "definitions");
  private static final Set<String> LISTS = Set.of("anyOf", "allOf");

  /** Keywords without effect on answers. */
  private static final Set<String> ABOUT =
      Set.of("$schema", "$id", "$comment", "examples", "deprecated", "readOnly", "writeOnly");

  private static final Set<String> FORMATS =
      Set.of(
          "date-time",
          "date",
          "time",
          "duration",
          "email",
          "hostname",
          "uri",
          "ipv4",
          "ipv6",
          "uuid");

  private boolean unsayable;

  private MessagesSchema() {}

  /** Empty when the schema cannot be reduced. */
  static Optional<JsonNode> of(JsonNode schema) {
    var reduced = new MessagesSchema();
    JsonNode result = reduced.reduced(schema);
    return reduced.unsayable || refersToItself(schema) ? Optional.empty() : Optional.of(result);
  }

  private JsonNode reduced(JsonNode schema) {
    if (!(schema instanceof ObjectNode object)) {
      // Boolean schemas allow everything or nothing.
      unsayable = true;
      return schema;
    }
    ObjectNode taken = JsonNodeFactory.instance.objectNode();
    ObjectNode described = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      keyword(entry.getKey(), entry.getValue(), taken, described);
    }
    if (isObject(object)) {
      unsayable |= !object.path("properties").isObject();
      taken.put("additionalProperties", false);
    }
    if (!described.isEmpty()) {
      String before = object.path("description").asText("");
      taken.put("description", (before.isEmpty() ? "" : before + " ") + "Must fit: " + described);
    }
    return taken;
  }

  private void keyword(String keyword, JsonNode value, ObjectNode taken, ObjectNode described) {
    if (TAKEN.contains(keyword)) {
      taken.set(keyword, value);
    } else if (MAPS.contains(keyword)) {
      ObjectNode parts = taken.putObject(keyword);
      value.properties().forEach(part -> parts.set(part.getKey(), reduced(part.getValue())));
    } else if (LISTS.contains(keyword) || "oneOf".equals(keyword)) {
      // The validator allows exactly one match; anyOf lets the model choose.
      var parts = taken.withArray("oneOf".equals(keyword) ? "anyOf" : keyword);
      value.forEach(part -> parts.add(reduced(part)));
    } else if ("items".equals(keyword)) {
      taken.set(keyword, reduced(value));
    } else if ("additionalProperties".equals(keyword)) {
      unsayable |= value.isObject();
    } else if ("format".equals(keyword) && FORMATS.contains(value.asText())
        || "minItems".equals(keyword) && value.asInt() <= 1) {
      taken.set(keyword, value);
    } else if (!ABOUT.contains(keyword)) {
      described.set(keyword, value);
    }
  }

  private static boolean isObject(ObjectNode schema) {
    return Subschemas.hasType(schema, "object") || schema.has("properties");
  }

  /** Whether references form a cycle or lead to the root schema. */
  private static boolean refersToItself(JsonNode schema) {
    return new References(schema).circular(schema, 0);
  }

  /** Follows references; beyond the maximum nesting depth there must be a cycle. */
  private record References(JsonNode root) {

    private static final int DEEPEST = 64;

    boolean circular(JsonNode node, int depth) {
      if (depth > DEEPEST) {
        return true;
      }
      JsonNode reference = node.path("$ref");
      if (reference.isTextual()) {
        String text = reference.asText();
        if (!text.startsWith("#/") || circular(root.at(text.substring(1)), depth + 1)) {
          return true;
        }
      }
      for (JsonNode child : node) {
        if (child.isContainerNode() && circular(child, depth + 1)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * The schema to send; null when the format goes into the prompt, or is unrestricted.
   *
   * @param formats the formats that models accept; null when the model's name decides
   */
  static JsonNode schema(LlmRequest request, FormatSupport formats) {
    ResponseFormat format = request.responseFormat();
    if (format == null || format.schema() == null) {
      return null;
    }
    boolean taken =
        formats == null
            ? !BEFORE_4_5.matcher(request.model()).find()
            : formats == FormatSupport.JSON_SCHEMA;
    return taken ? MessagesSchema.of(format.schema()).orElse(null) : null;
  }
}
