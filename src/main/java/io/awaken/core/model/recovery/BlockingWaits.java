package io.awaken.core.model.recovery;

import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.Pause;
import io.awaken.core.run.CancellationToken;
import java.time.Duration;

/**
 * The remaining blocking waits of one answer (features row 1173). A run with a partly published
 * answer cannot be released, so waits above {@link LlmRetryPolicy#LONGEST_HELD} block its thread,
 * up to a total limit. For one thread.
 */
final class BlockingWaits {

  private final Pause pause;
  private final CancellationToken cancellation;
  private Duration left;

  /**
   * @param most maximum total of waits above {@link LlmRetryPolicy#LONGEST_HELD}
   */
  BlockingWaits(Pause pause, CancellationToken cancellation, Duration most) {
    this.pause = pause;
    this.cancellation = cancellation;
    this.left = most;
  }

  /** Counts a wait and returns true if it may block the thread. */
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
