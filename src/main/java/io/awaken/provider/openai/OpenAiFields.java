package io.awaken.provider.openai;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import java.io.IOException;

/** Fields that both OpenAI APIs share. */
final class OpenAiFields {

  private static final int LOW_TOKENS = 1_024;
  private static final int MEDIUM_TOKENS = 8_192;
  private static final int HIGH_TOKENS = 24_576;

  private OpenAiFields() {}

  /** Writes the fields of a schema into the open object. */
  static void schema(JsonGenerator json, ResponseFormat format) throws IOException {
    json.writeStringField("name", format.name());
    json.writeFieldName("schema");
    json.writeTree(format.schema());
    json.writeBooleanField("strict", format.strict());
  }

  /**
   * The level of reasoning on this wire, which supports only {@code none}, {@code low}, {@code
   * medium} and {@code high}. {@code max} becomes {@code high}. A number of tokens becomes the
   * level with the nearest budget: 1,024 for low, 8,192 for medium, 24,576 for high, as Google
   * publishes them for its own service behind this wire; no other provider documents numbers.
   */
  static String level(ReasoningEffort effort) {
    return switch (effort.level()) {
      case NONE -> "none";
      case LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH, MAX -> "high";
      case BUDGET -> nearest(effort.budgetTokens());
    };
  }

  private static String nearest(int tokens) {
    if (tokens < (LOW_TOKENS + MEDIUM_TOKENS) / 2) {
      return "low";
    }
    return tokens < (MEDIUM_TOKENS + HIGH_TOKENS) / 2 ? "medium" : "high";
  }
}
