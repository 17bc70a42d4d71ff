package io.awaken.provider.openai;

import io.awaken.core.spec.ReasoningEffort;

/**
 * The level of reasoning on this wire, which supports only {@code none}, {@code low}, {@code
 * medium} and {@code high}. {@code max} becomes {@code high}. A number of tokens becomes the level
 * with the nearest budget: 1,024 for low, 8,192 for medium, 24,576 for high, as Google publishes
 * them for its own service behind this wire; no other provider documents numbers.
 */
final class OpenAiReasoning {

  private static final int LOW_TOKENS = 1_024;
  private static final int MEDIUM_TOKENS = 8_192;
  private static final int HIGH_TOKENS = 24_576;

  private OpenAiReasoning() {}

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
