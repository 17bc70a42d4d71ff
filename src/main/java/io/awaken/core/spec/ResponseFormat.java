package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * The required format of the last answer of a run (features row 1020). {@code core.schema}
 * validates formats on input.
 *
 * @param type the type; required
 * @param name the name of the schema for the model, 1 to 64 letters, digits, '_' and '-'; default
 *     {@value #DEFAULT_NAME}; null without a schema
 * @param schema the JSON schema, read as draft 2020-12; {@code $schema} is removed, since providers
 *     may not support it; null for other types
 * @param strict whether providers with a strict mode use it, so that they accept only schemas they
 *     can enforce; default false; null without a schema
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResponseFormat(Type type, String name, JsonNode schema, Boolean strict) {

  /** Any text; overrides the format of an agent. */
  public static final ResponseFormat TEXT = new ResponseFormat(Type.TEXT, null, null, null);

  /** Any JSON object. */
  public static final ResponseFormat JSON_OBJECT =
      new ResponseFormat(Type.JSON_OBJECT, null, null, null);

  public static final String DEFAULT_NAME = "answer";

  /** The types of format. */
  public enum Type {
    /** Any text. */
    TEXT,
    /** A JSON object. */
    JSON_OBJECT,
    /** JSON that satisfies a schema. */
    JSON_SCHEMA;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ResponseFormat {
    schema = schema == null || schema.isNull() ? null : ofThisDraft(schema);
    if (type == Type.JSON_SCHEMA) {
      name = name == null ? DEFAULT_NAME : name;
      strict = strict != null && strict;
    }
  }

  private static JsonNode ofThisDraft(JsonNode schema) {
    return schema.has("$schema") && schema instanceof ObjectNode object
        ? object.deepCopy().without("$schema")
        : schema;
  }

  /** JSON that satisfies a schema. */
  public static ResponseFormat of(String name, JsonNode schema) {
    return new ResponseFormat(Type.JSON_SCHEMA, name, schema, null);
  }

  /** Whether it requires JSON. */
  public boolean json() {
    return type != Type.TEXT;
  }
}
