package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import java.util.ArrayList;
import java.util.List;

/** Reads fields of a body; refusals with 400 name the field. Stateless. */
final class BodyFields {

  private BodyFields() {}

  /** A required string. */
  static String required(JsonNode of, String name, String field) {
    String text = text(of, name, field);
    if (text == null) {
      throw Refusal.missing(field).exception();
    }
    return text;
  }

  /** A string; null when it is missing or null. */
  static String text(JsonNode of, String name, String field) {
    JsonNode value = value(of, name);
    if (value == null) {
      return null;
    }
    if (!value.isTextual()) {
      throw invalid(field, "must be a string");
    }
    return Bodies.storable(field, value.textValue());
  }

  /** A string of 1 to {@code max} characters, or null. */
  static String text(JsonNode of, String name, String field, int max) {
    String text = text(of, name, field);
    if (text != null && (text.isBlank() || text.length() > max)) {
      throw invalid(field, "must have 1 to " + max + " characters");
    }
    return text;
  }

  /** A value; null when it is missing or null. */
  static JsonNode value(JsonNode of, String name) {
    JsonNode value = of.get(name);
    return value == null || value.isNull() ? null : value;
  }

  /** An array of objects; empty when it is missing or null. */
  static List<JsonNode> objects(JsonNode of, String name, String field, int max) {
    JsonNode value = value(of, name);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw invalid(field, "must be an array");
    }
    if (value.size() > max) {
      throw invalid(field, "must have at most " + max + " entries");
    }
    var objects = new ArrayList<JsonNode>(value.size());
    for (JsonNode each : value) {
      if (!each.isObject()) {
        throw invalid(field + "[" + objects.size() + "]", "must be an object");
      }
      objects.add(each);
    }
    return objects;
  }

  static RuntimeException invalid(String field, String rule) {
    return Refusal.invalid(field, field + " " + rule).exception();
  }
}
