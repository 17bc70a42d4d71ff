package io.awaken.core.spec;

/**
 * How much of a conversation a model is sent (features row 146).
 *
 * @param maxContextTokens the model's window; default 200,000
 * @param maxOutputTokens kept free for the answer; default 16,384
 * @param minRecentMessages never cut, even over budget; default 10
 */
public record ContextWindowPolicy(
    Integer maxContextTokens, Integer maxOutputTokens, Integer minRecentMessages) {

  public ContextWindowPolicy {
    maxContextTokens = maxContextTokens == null ? 200_000 : maxContextTokens;
    maxOutputTokens = maxOutputTokens == null ? 16_384 : maxOutputTokens;
    minRecentMessages = minRecentMessages == null ? 10 : minRecentMessages;
  }
}
