package io.awaken.core.loop;

import io.awaken.core.message.TokenUsage;

/** Tokens of a run so far. */
record Usage(long inputTokens, long outputTokens) {

  static final Usage NONE = new Usage(0, 0);

  Usage plus(TokenUsage more) {
    return more == null
        ? this
        : new Usage(
            inputTokens + of(more.promptTokens()), outputTokens + of(more.completionTokens()));
  }

  private static int of(Integer tokens) {
    return tokens == null ? 0 : tokens;
  }
}
