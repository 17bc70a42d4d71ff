package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.TokenUsage;

/**
 * Reads the usage of an answer (features row 108). The provider counts thoughts separately from the
 * answer, and the input of its own tools separately from the prompt; here each is included.
 */
final class GenerateUsage {

  private GenerateUsage() {}

  static TokenUsage read(JsonNode usage) {
    Integer thoughts = number(usage.path("thoughtsTokenCount"));
    return new TokenUsage(
        sum(number(usage.path("promptTokenCount")), number(usage.path("toolUsePromptTokenCount"))),
        sum(number(usage.path("candidatesTokenCount")), thoughts),
        number(usage.path("totalTokenCount")),
        number(usage.path("cachedContentTokenCount")),
        null,
        thoughts);
  }

  private static Integer sum(Integer a, Integer b) {
    return a == null || b == null ? (a == null ? b : a) : Integer.valueOf(a + b);
  }

  private static Integer number(JsonNode node) {
    return node.isNumber() ? Integer.valueOf(node.intValue()) : null;
  }
}
