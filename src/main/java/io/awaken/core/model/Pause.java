package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import java.time.Duration;

/**
 * Waits between the pieces of an answer or before a retry; a port, so that tests need not wait.
 * Thread-safe.
 */
@FunctionalInterface
public interface Pause {

  /**
   * Blocks for this long.
   *
   * @throws io.awaken.core.run.RunCancelled as soon as the token is cancelled
   */
  void await(Duration duration, CancellationToken cancellation);

  /** Waits in real time. */
  static Pause inRealTime() {
    return new CancellablePause();
  }
}
