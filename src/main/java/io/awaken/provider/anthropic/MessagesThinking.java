package io.awaken.provider.anthropic;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ReasoningEffort;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How much a model thinks, in the two modes of this wire. Models up to 4.5 get a budget of tokens;
 * all others decide themselves and get a level of effort. Both modes reserve the same number of
 * tokens per level within the answer's limit.
 */
final class MessagesThinking {

  /** The two modes. */
  enum Mode {
    BY_NAME,
    ADAPTIVE,
    BUDGET
  }

  /** The provider's minimum. */
  private static final int MIN_BUDGET = 1_024;

  private static final int LOW = 1_024;
  private static final int MEDIUM = 8_192;
  private static final int HIGH = 16_384;

  /**
   * Together with the default answer limit these are the 32,000 tokens that every model of this
   * mode accepts.
   */
  private static final int MAX = 23_808;

  private static final Pattern UP_TO_4_5 =
      Pattern.compile("claude-(instant|[23]|[a-z]+-3|[a-z]+-4($|[-.][0-5](?!\\d)|[-@]20\\d{6}))");

  private final boolean adaptive;
  private final ReasoningEffort effort;
  private final boolean enabled;
  private final int budget;
  private final int maxTokens;

  private MessagesThinking(LlmRequest request, AnthropicAdapter.Options options) {
    this.adaptive = adaptive(options.thinking(), request.model());
    this.effort = request.parameters().reasoningEffort();
    int asked = effort == null ? 0 : tokens(effort);
    Integer limit = request.parameters().maxTokens();
    this.maxTokens =
        limit == null
            ? (int) Math.min(Integer.MAX_VALUE, (long) options.maxTokens() + asked)
            : limit;
    this.budget = Math.min(asked, maxTokens - 1);
    this.enabled =
        asked > 0 && (adaptive || budget >= MIN_BUDGET && !continuesWithout(request.messages()));
  }

  static MessagesThinking of(LlmRequest request, AnthropicAdapter.Options options) {
    return new MessagesThinking(request, options);
  }

  private static boolean adaptive(Mode mode, String model) {
    return switch (mode) {
      case ADAPTIVE -> true;
      case BUDGET -> false;
      case BY_NAME -> !UP_TO_4_5.matcher(model).find();
    };
  }

  private static int tokens(ReasoningEffort effort) {
    return switch (effort.level()) {
      case NONE -> 0;
      case LOW -> LOW;
      case MEDIUM -> MEDIUM;
      case HIGH -> HIGH;
      case MAX -> MAX;
      case BUDGET -> Math.max(MIN_BUDGET, effort.budgetTokens());
    };
  }

  /**
   * Whether the pending calls were made without thinking of this provider, for example by a
   * fallback: in budget mode it does not allow thinking to start there.
   */
  private static boolean continuesWithout(List<Message> messages) {
    int first = messages.size();
    while (first > 0 && messages.get(first - 1).role() != Role.USER) {
      first--;
    }
    for (Message message : messages.subList(first, messages.size())) {
      if (message.role() == Role.ASSISTANT) {
        return !(message.content().stream().findFirst().orElse(null)
                instanceof ContentBlock.Thinking thinking
            && thinking.sealed());
      }
    }
    return false;
  }

  /** Whether the model is configured to think; it supports no sampling settings then. */
  boolean enabled() {
    return enabled;
  }

  /** Tokens of the answer at the most, thinking included. */
  int maxTokens() {
    return maxTokens;
  }

  /** Writes the mode; {@link #writeEffort} writes the level of an adaptive model. */
  void write(JsonGenerator json) throws IOException {
    if (effort == null) {
      return;
    }
    if (!enabled) {
      type(json, "disabled");
      json.writeEndObject();
    } else if (adaptive) {
      type(json, "adaptive");
      // Newer models return no thinking unless requested.
      json.writeStringField("display", "summarized");
      json.writeEndObject();
    } else {
      type(json, "enabled");
      json.writeNumberField("budget_tokens", budget);
      json.writeEndObject();
    }
  }

  /** Whether {@link #writeEffort} writes a level. */
  boolean hasEffort() {
    return effort != null && enabled && adaptive;
  }

  void writeEffort(JsonGenerator json) throws IOException {
    json.writeStringField("effort", level());
  }

  private static void type(JsonGenerator json, String type) throws IOException {
    json.writeObjectFieldStart("thinking");
    json.writeStringField("type", type);
  }

  private String level() {
    return switch (effort.level()) {
      case NONE, LOW -> "low";
      case MEDIUM -> "medium";
      case HIGH -> "high";
      case MAX -> "max";
      case BUDGET -> nearest(effort.budgetTokens());
    };
  }

  private static String nearest(int tokens) {
    if (tokens < (LOW + MEDIUM) / 2) {
      return "low";
    }
    return tokens < (MEDIUM + HIGH) / 2 ? "medium" : "high";
  }
}
