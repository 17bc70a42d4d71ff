package io.awaken.core.loop.activation;

import io.awaken.core.message.TokenUsage;
import io.awaken.core.spec.Cost;

/**
 * Tokens of a run so far.
 *
 * @param cost the cost according to model prices; null without prices
 */
public record Usage(long inputTokens, long outputTokens, Cost cost) {

  public static final Usage NONE = new Usage(0, 0, null);

  Usage plus(TokenUsage more) {
    return more == null
        ? this
        : new Usage(
            inputTokens + of(more.promptTokens()),
            outputTokens + of(more.completionTokens()),
            Cost.sum(cost, more.cost()));
  }

  private static int of(Integer tokens) {
    return tokens == null ? 0 : tokens;
  }
}
