package io.awaken.core.model.recovery;

import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.Pause;
import io.awaken.core.run.CancellationToken;
import java.time.Duration;

/**
 * What one answer may still wait for on the spot (features row 1173). Readers have a part of it, so
 * its run cannot be put down: a wait of more than {@link LlmRetryPolicy#LONGEST_HELD} is held, as
 * long as all of them together stay within a limit. For one thread.
 */
final class HeldWaits {

  private final Pause pause;
  private final CancellationToken cancellation;
  private Duration left;

  /**
   * @param most all waits above {@link LlmRetryPolicy#LONGEST_HELD} together
   */
  HeldWaits(Pause pause, CancellationToken cancellation, Duration most) {
    this.pause = pause;
    this.cancellation = cancellation;
    this.left = most;
  }

  /** Whether so long a wait may block a thread; if so it is counted. */
  boolean takes(Duration wait) {
    if (wait.compareTo(LlmRetryPolicy.LONGEST_HELD) <= 0) {
      return true;
    }
    if (wait.compareTo(left) > 0) {
      return false;
    }
    left = left.minus(wait);
    return true;
  }

  /**
   * @throws io.awaken.core.run.RunCancelled as soon as the run is asked to stop
   */
  void await(Duration wait) {
    pause.await(wait, cancellation);
  }
}
