package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.MendedSchema;
import io.awaken.core.text.CanonicalHash;
import io.awaken.mcp.HeaderParameters;
import java.util.List;

/**
 * A tool as listed by its server.
 *
 * @param name the server's name for it
 * @param title for people; null for none
 * @param description for models; empty for none
 * @param schema schema of its arguments, mended
 * @param schemaChanges how it differs from the server's schema; empty when it does not
 * @param annotations the server's unverified hints about its effects
 * @param headers the arguments that a request repeats in its headers; since 2026-07-28
 * @param hash covers everything that a model reads or that affects how the tool is treated
 */
record ListedTool(
    String name,
    String title,
    String description,
    ObjectNode schema,
    List<String> schemaChanges,
    ObjectNode annotations,
    HeaderParameters headers,
    String hash) {

  private static final int MAX_NAME = 128;
  private static final int MAX_TITLE = 256;
  private static final int MAX_DESCRIPTION = 16 << 10;
  private static final int MAX_SCHEMA = 64 << 10;

  /**
   * @param hashes makes the hash
   * @throws IllegalArgumentException with the violation and the limit
   */
  static ListedTool read(JsonNode tool, CanonicalHash hashes) {
    String name = text(tool, "name", MAX_NAME);
    require(!name.isBlank(), "name must not be blank");
    String title = text(tool, "title", MAX_TITLE);
    String description = text(tool, "description", MAX_DESCRIPTION);
    ObjectNode schema = schema(tool.path("inputSchema"));
    ObjectNode annotations =
        tool.get("annotations") instanceof ObjectNode hints
            ? hints
            : JsonNodeFactory.instance.objectNode();
    ObjectNode all =
        JsonNodeFactory.instance.objectNode().put("description", description).put("title", title);
    all.set("schema", schema);
    all.set("annotations", annotations);
    String hash = hashes.of(all);
    // What was hashed contains the schema, so only a long one is measured.
    int length = hashes.length() <= MAX_SCHEMA ? 0 : schema.toString().length();
    require(
        length <= MAX_SCHEMA,
        "inputSchema has " + length + " characters, the limit is " + MAX_SCHEMA);
    MendedSchema mended = MendedSchema.of(schema);
    require(
        "object".equals(mended.schema().path("type").asText("object")),
        "inputSchema must be a schema of an object");
    // Otherwise intermediaries could decide by headers that differ from the arguments.
    HeaderParameters headers = HeaderParameters.of(schema);
    return new ListedTool(
        name,
        title.isEmpty() ? annotations.path("title").asText(null) : title,
        description,
        mended.schema(),
        mended.changes(),
        annotations,
        headers,
        hash);
  }

  /** A tool without a schema takes any object. */
  private static ObjectNode schema(JsonNode given) {
    require(
        given.isObject() || given.isMissingNode() || given.isNull(),
        "inputSchema must be a schema of an object");
    return given instanceof ObjectNode schema
        ? schema
        : JsonNodeFactory.instance.objectNode().put("type", "object");
  }

  private static String text(JsonNode tool, String field, int max) {
    JsonNode value = tool.path(field);
    require(
        value.isTextual() || value.isMissingNode() && !field.equals("name"),
        field + " must be a text");
    String text = value.asText("");
    require(
        text.length() <= max, field + " has " + text.length() + " characters, the limit is " + max);
    return text;
  }

  private static void require(boolean condition, String reason) {
    if (!condition) {
      throw new IllegalArgumentException(reason);
    }
  }

  boolean readOnly() {
    return annotations.path("readOnlyHint").asBoolean(false);
  }

  /**
   * Returns whether the server declares that it may be destructive (features row 1133). Without a
   * hint it does not count as destructive, although the protocol's default is true: most servers
   * send no hints, and all their tools would ask despite {@code default_behavior}.
   */
  boolean destructive() {
    return !readOnly() && annotations.path("destructiveHint").asBoolean(false);
  }

  /** Returns whether it is idempotent. */
  boolean repeatable() {
    return readOnly() || annotations.path("idempotentHint").asBoolean(false);
  }
}
