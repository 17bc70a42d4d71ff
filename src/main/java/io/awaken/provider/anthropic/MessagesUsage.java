package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.TokenUsage;

/**
 * The tokens of one answer (features row 108). Counts arrive at its start and end; they are totals,
 * so a later one replaces an earlier one. The provider counts cache reads and writes separately
 * from the input; here both are part of the prompt. For one thread.
 */
final class MessagesUsage {

  private Integer input;
  private Integer output;
  private Integer cacheRead;
  private Integer cacheWritten;
  private Integer thinking;

  void accept(JsonNode usage) {
    input = later(usage.path("input_tokens"), input);
    output = later(usage.path("output_tokens"), output);
    cacheRead = later(usage.path("cache_read_input_tokens"), cacheRead);
    cacheWritten = later(usage.path("cache_creation_input_tokens"), cacheWritten);
    thinking = later(usage.path("output_tokens_details").path("thinking_tokens"), thinking);
  }

  private static Integer later(JsonNode count, Integer earlier) {
    return count.isNumber() ? Integer.valueOf(count.intValue()) : earlier;
  }

  /** Null when the provider reported no usage. */
  TokenUsage total() {
    if (input == null && output == null) {
      return null;
    }
    Integer prompt =
        input == null ? null : (Integer) (input + orZero(cacheRead) + orZero(cacheWritten));
    Integer all = prompt == null || output == null ? null : (Integer) (prompt + output);
    return new TokenUsage(prompt, output, all, cacheRead, cacheWritten, thinking);
  }

  private static int orZero(Integer count) {
    return count == null ? 0 : count;
  }
}
