package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/**
 * The form that the last answer of a run must have (features row 1020). What a format may be is
 * checked by {@code core.schema} where it comes in.
 *
 * @param type which form; required
 * @param name what the model is told the form is called, 1 to 64 letters, digits, '_' and '-';
 *     {@value #DEFAULT_NAME} unless told; null without a schema
 * @param schema what the JSON must fit, read as draft 2020-12; a {@code $schema} is left out, which
 *     providers need not know; null for other types
 * @param strict whether a provider that knows the difference may only accept a schema that it can
 *     hold the model to; default false; null without a schema
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResponseFormat(Type type, String name, JsonNode schema, Boolean strict) {

  /** Whatever the model says: takes away what an agent asks for. */
  public static final ResponseFormat TEXT = new ResponseFormat(Type.TEXT, null, null, null);

  /** Any JSON object. */
  public static final ResponseFormat JSON_OBJECT =
      new ResponseFormat(Type.JSON_OBJECT, null, null, null);

  public static final String DEFAULT_NAME = "answer";

  /** Which form. */
  public enum Type {
    /** Any text. */
    TEXT,
    /** A JSON object. */
    JSON_OBJECT,
    /** JSON that fits a schema. */
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

  /** JSON that fits a schema. */
  public static ResponseFormat of(String name, JsonNode schema) {
    return new ResponseFormat(Type.JSON_SCHEMA, name, schema, null);
  }

  /** Whether it asks for JSON. */
  public boolean json() {
    return type != Type.TEXT;
  }
}
