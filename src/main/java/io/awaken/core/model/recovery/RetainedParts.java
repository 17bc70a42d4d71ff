package io.awaken.core.model.recovery;

import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;

/** The retained parts of one answer's interrupted calls. For one thread. */
final class RetainedParts {

  private final AnswerSoFar parts = new AnswerSoFar();
  private TokenUsage usage;

  void add(BrokenAnswer broken) {
    parts.add(broken.continuable());
    used(broken.answer().usage());
  }

  /** Tokens of an interrupted call; null when the provider had not reported them. */
  void used(TokenUsage more) {
    usage = sum(usage, more);
  }

  boolean any() {
    return !parts.content().isEmpty();
  }

  LlmRequest next(LlmRequest request, String messageId, String prompt) {
    return parts.next(request, messageId, prompt);
  }

  /** The complete answer: the retained parts and the last part. */
  StreamResult with(StreamResult last) {
    if (!any() && usage == null) {
      return last;
    }
    parts.add(last.content());
    return new StreamResult(
        parts.content(),
        last.toolCalls(),
        sum(usage, last.usage()),
        last.stopReason(),
        last.hasIncompleteToolCalls(),
        last.providerMetadata(),
        last.providerReason());
  }

  private static TokenUsage sum(TokenUsage one, TokenUsage other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.plus(other);
  }
}
