package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.TokenUsage;

/** Reads the usage object of a chat completion (features row 108). */
final class ChatUsage {

  private ChatUsage() {}

  static TokenUsage read(JsonNode usage) {
    return new TokenUsage(
        number(usage.path("prompt_tokens")),
        number(usage.path("completion_tokens")),
        number(usage.path("total_tokens")),
        number(usage.path("prompt_tokens_details").path("cached_tokens")),
        null,
        number(usage.path("completion_tokens_details").path("reasoning_tokens")));
  }

  private static Integer number(JsonNode node) {
    return node.isNumber() ? node.intValue() : null;
  }
}
