package io.awaken.provider.gemini;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.spec.ReasoningEffort;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * How much a model thinks. Models up to 2.5 get a token budget, newer ones a level; an explicit
 * number of tokens is sent to both. Thoughts are included whenever an effort is set.
 */
final class GenerateThinking {

  private static final Pattern UP_TO_2_5 = Pattern.compile("(^|/)gemini-[12]\\.");

  private static final int LOW = 1_024;
  private static final int MEDIUM = 8_192;
  private static final int HIGH = 24_576;

  private GenerateThinking() {}

  /** Whether a model rejects calls without a signature in the conversation. */
  static boolean needsSignatures(String model) {
    return model.contains("gemini-") && !upTo25(model);
  }

  /** Whether a model is of a generation up to 2.5. */
  static boolean upTo25(String model) {
    return UP_TO_2_5.matcher(model).find();
  }

  static void write(JsonGenerator json, String model, ReasoningEffort effort) throws IOException {
    json.writeObjectFieldStart("thinkingConfig");
    if (effort.level() == ReasoningEffort.Level.BUDGET) {
      json.writeNumberField("thinkingBudget", effort.budgetTokens());
    } else if (upTo25(model)) {
      json.writeNumberField("thinkingBudget", tokens(effort.level()));
    } else {
      json.writeStringField("thinkingLevel", level(effort.level()));
    }
    json.writeBooleanField("includeThoughts", effort.level() != ReasoningEffort.Level.NONE);
    json.writeEndObject();
  }

  private static int tokens(ReasoningEffort.Level level) {
    return switch (level) {
      case NONE, BUDGET -> 0;
      case LOW -> LOW;
      case MEDIUM -> MEDIUM;
      case HIGH, MAX -> HIGH;
    };
  }

  /** The lowest level of newer models is {@code minimal}. */
  private static String level(ReasoningEffort.Level level) {
    return switch (level) {
      case NONE, BUDGET -> "minimal";
      case LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH, MAX -> "high";
    };
  }
}
