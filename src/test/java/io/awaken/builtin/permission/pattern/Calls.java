package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Calls for tests, their arguments in JSON with single quotes. */
final class Calls {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Calls() {}

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static CallSubject call(String tool, String arguments) {
    return CallSubject.of(tool, json(arguments));
  }

  static boolean matches(String pattern, String tool, String arguments, Reading reading) {
    return ToolCallPattern.parse(pattern).matches(call(tool, arguments), reading);
  }
}
