package io.awaken.http.submit;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;

/** Reads fields of a body that is a tree; refusals with 400 name the field. Stateless. */
public final class JsonFields {

  private JsonFields() {}

  /** A required string. */
  public static String required(JsonNode of, String name, String field) {
    String text = text(of, name, field);
    if (text == null) {
      throw Refusal.missing(field).exception();
    }
    return text;
  }

  /** A string; null when it is missing or null. */
  public static String text(JsonNode of, String name, String field) {
    JsonNode value = value(of, name);
    if (value == null) {
      return null;
    }
    if (!value.isTextual()) {
      throw invalid(field, "must be a string");
    }
    return Bodies.storable(field, value.textValue());
  }

  /** A value; null when it is missing or null. */
  public static JsonNode value(JsonNode of, String name) {
    JsonNode value = of.get(name);
    return value == null || value.isNull() ? null : value;
  }

  /** Requires an object. */
  public static void requireObject(JsonNode value, String field) {
    if (value == null || !value.isObject()) {
      throw invalid(field, "must be an object");
    }
  }

  /** The refusal of a field that breaks a rule, such as "must be a string". */
  public static RefusedException invalid(String field, String rule) {
    return Refusal.invalid(field, field + " " + rule).exception();
  }
}
