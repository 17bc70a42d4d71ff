package io.awaken.core.context;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * What runs have found out about a conversation that its store keeps in memory: how it is sent, and
 * its tokens. The next run reads only what was appended since. Thread-safe.
 */
final class KnownBeginning {

  private final TokenEstimator estimator;
  private final SentHistory read;

  KnownBeginning(TokenEstimator estimator) {
    this.estimator = estimator;
    this.read = new SentHistory(estimator);
  }

  /** The history as far as it is known; a shorter one than before is read from the beginning. */
  synchronized SentHistory of(List<Message> history, TokenEstimator asked) {
    if (asked != estimator || history.size() < read.seen()) {
      return new SentHistory(asked);
    }
    read.read(history);
    return read.copy();
  }
}
