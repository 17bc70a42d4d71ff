package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.submit.JsonFields;
import java.util.ArrayList;
import java.util.List;

/** Fields with limits beside {@link JsonFields}. Stateless. */
final class BodyFields {

  private BodyFields() {}

  /** A string of 1 to {@code max} characters, or null. */
  static String text(JsonNode of, String name, String field, int max) {
    String text = JsonFields.text(of, name, field);
    if (text != null && (text.isBlank() || text.length() > max)) {
      throw JsonFields.invalid(field, "must have 1 to " + max + " characters");
    }
    return text;
  }

  /** An array of objects; empty when it is missing or null. */
  static List<JsonNode> objects(JsonNode of, String name, String field, int max) {
    JsonNode value = JsonFields.value(of, name);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray()) {
      throw JsonFields.invalid(field, "must be an array");
    }
    if (value.size() > max) {
      throw JsonFields.invalid(field, "must have at most " + max + " entries");
    }
    var objects = new ArrayList<JsonNode>(value.size());
    for (JsonNode each : value) {
      JsonFields.requireObject(each, field + "[" + objects.size() + "]");
      objects.add(each);
    }
    return objects;
  }
}
