package io.awaken.core.agent;

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
 * Schemas that clients declare. Nobody vouches for them: a pattern or a web of references can make
 * a check endless. So they are checked as documents, and calls are checked against an outline of
 * them whose cost is that of reading the arguments; the rest is up to the client, which executes
 * the call. Thread-safe.
 */
final class FrontendSchema {

  private static final int SHOWN = 3;
  private static final int MAX_DEPTH = 32;

  private FrontendSchema() {}

  /** Compiled when the first client declares a tool. */
  private static final class Dialect {
    static final Schema SCHEMA =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));
  }

  /** Why a document is no schema of an argument object; empty when it is one. */
  static Optional<String> breach(JsonNode document) {
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

  /** What every call must fit: the fields that there must be and may be, with their types. */
  static ObjectNode outline(JsonNode document) {
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
