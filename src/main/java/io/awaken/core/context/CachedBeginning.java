package io.awaken.core.context;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Cached facts about a conversation that its store keeps in memory: its sent form and tokens. The
 * next run processes only appended messages. Thread-safe.
 */
final class CachedBeginning {

  private final TokenEstimator estimator;
  private final SentHistory read;

  CachedBeginning(TokenEstimator estimator) {
    this.estimator = estimator;
    this.read = new SentHistory(estimator);
  }

  /** The cached part of a history; a shorter one than before is processed from the start. */
  synchronized SentHistory of(List<Message> history, TokenEstimator asked) {
    if (asked != estimator || history.size() < read.seen()) {
      return new SentHistory(asked);
    }
    read.read(history);
    return read.copy();
  }
}
