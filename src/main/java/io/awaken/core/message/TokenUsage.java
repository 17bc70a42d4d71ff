package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.awaken.core.spec.Cost;

/**
 * Tokens that a model call used; null where the provider reported none (features row 108).
 *
 * @param promptTokens all input tokens
 * @param completionTokens all output tokens
 * @param totalTokens input and output together
 * @param cacheReadTokens input tokens read from the provider's prompt cache
 * @param cacheCreationTokens input tokens written to that cache
 * @param thinkingTokens output tokens spent on reasoning
 * @param cost their cost; null when the model has no prices
 */
public record TokenUsage(
    Integer promptTokens,
    Integer completionTokens,
    Integer totalTokens,
    Integer cacheReadTokens,
    Integer cacheCreationTokens,
    Integer thinkingTokens,
    @JsonInclude(JsonInclude.Include.NON_NULL) Cost cost) {

  /** Tokens without a price. */
  public TokenUsage(
      Integer promptTokens,
      Integer completionTokens,
      Integer totalTokens,
      Integer cacheReadTokens,
      Integer cacheCreationTokens,
      Integer thinkingTokens) {
    this(
        promptTokens,
        completionTokens,
        totalTokens,
        cacheReadTokens,
        cacheCreationTokens,
        thinkingTokens,
        null);
  }

  public static TokenUsage of(int promptTokens, int completionTokens) {
    return new TokenUsage(
        promptTokens, completionTokens, promptTokens + completionTokens, null, null, null);
  }

  /** The sum; a figure that neither has stays null. */
  public TokenUsage plus(TokenUsage more) {
    return new TokenUsage(
        sum(promptTokens, more.promptTokens),
        sum(completionTokens, more.completionTokens),
        sum(totalTokens, more.totalTokens),
        sum(cacheReadTokens, more.cacheReadTokens),
        sum(cacheCreationTokens, more.cacheCreationTokens),
        sum(thinkingTokens, more.thinkingTokens),
        Cost.sum(cost, more.cost));
  }

  /** A copy with this cost. */
  public TokenUsage costing(Cost known) {
    return new TokenUsage(
        promptTokens,
        completionTokens,
        totalTokens,
        cacheReadTokens,
        cacheCreationTokens,
        thinkingTokens,
        known);
  }

  private static Integer sum(Integer a, Integer b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a + b;
  }
}
