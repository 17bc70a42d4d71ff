package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks that a document is a JSON schema of an object. Evaluates nothing, so that the cost is
 * linear in its size. Thread-safe.
 */
public final class SchemaDocument {

  private static final int SHOWN = 3;
  private static final int MAX_DEPTH = 32;

  private SchemaDocument() {}

  /** Compiled when the first schema is checked. */
  private static final class Dialect {
    static final Schema SCHEMA =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));
  }

  /** Why a document is not a schema of an object; empty when it is. */
  public static Optional<String> breach(JsonNode document) {
    if (!document.isObject()) {
      return Optional.of("must be a JSON schema, and so an object");
    }
    if (deeper(document, MAX_DEPTH)) {
      return Optional.of("must not nest deeper than " + MAX_DEPTH + " levels");
    }
    if (document.has("type") && !"object".equals(document.get("type").asText())) {
      return Optional.of("must describe an object: \"type\" is not \"object\"");
    }
    var errors = Dialect.SCHEMA.validate(document);
    return errors.isEmpty()
        ? SchemaKeywords.breach(document)
        : Optional.of(
            "must be a JSON schema of draft 2020-12: "
                + errors.stream()
                    .limit(SHOWN)
                    .map(Error::toString)
                    .collect(Collectors.joining("; ")));
  }

  private static boolean deeper(JsonNode node, int levels) {
    if (!node.isContainerNode()) {
      return false;
    }
    if (levels == 0) {
      return true;
    }
    for (JsonNode child : node) {
      if (deeper(child, levels - 1)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The outline of a client's schema for every call: required and allowed fields with their types.
   * Patterns and references of an untrusted schema can make validation endless; validation against
   * the outline takes time linear in the arguments. The client, which executes the call, validates
   * the rest.
   */
  public static ObjectNode outline(JsonNode document) {
    ObjectNode outline = JsonNodeFactory.instance.objectNode().put("type", "object");
    copy("required", document, outline);
    if (!document.has("patternProperties") && document.path("additionalProperties").isBoolean()) {
      copy("additionalProperties", document, outline);
    }
    ObjectNode fields = outline.putObject("properties");
    for (Map.Entry<String, JsonNode> field : document.path("properties").properties()) {
      ObjectNode type = fields.putObject(field.getKey());
      copy("type", field.getValue(), type);
      copy("enum", field.getValue(), type);
    }
    return outline;
  }

  private static void copy(String keyword, JsonNode from, ObjectNode to) {
    if (from.has(keyword)) {
      to.set(keyword, from.get(keyword));
    }
  }
}
