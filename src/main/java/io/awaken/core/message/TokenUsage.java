package io.awaken.core.message;

/**
 * Tokens that a model call used; null where the provider did not say (features row 108).
 *
 * @param promptTokens all input tokens
 * @param completionTokens all output tokens
 * @param totalTokens input and output together
 * @param cacheReadTokens input tokens read from the provider's prompt cache
 * @param cacheCreationTokens input tokens written to that cache
 * @param thinkingTokens output tokens spent on reasoning
 */
public record TokenUsage(
    Integer promptTokens,
    Integer completionTokens,
    Integer totalTokens,
    Integer cacheReadTokens,
    Integer cacheCreationTokens,
    Integer thinkingTokens) {

  public static TokenUsage of(int promptTokens, int completionTokens) {
    return new TokenUsage(
        promptTokens, completionTokens, promptTokens + completionTokens, null, null, null);
  }

  /** Both together; a figure that neither has stays null. */
  public TokenUsage plus(TokenUsage more) {
    return new TokenUsage(
        sum(promptTokens, more.promptTokens),
        sum(completionTokens, more.completionTokens),
        sum(totalTokens, more.totalTokens),
        sum(cacheReadTokens, more.cacheReadTokens),
        sum(cacheCreationTokens, more.cacheCreationTokens),
        sum(thinkingTokens, more.thinkingTokens));
  }

  private static Integer sum(Integer a, Integer b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a + b;
  }
}
