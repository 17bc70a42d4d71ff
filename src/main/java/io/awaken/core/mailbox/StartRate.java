package io.awaken.core.mailbox;

import java.time.Duration;

/**
 * Bounds how many queued runs a node begins in a second, so that a queue that grew during an outage
 * does not come down on it at once (F48). Leave is given for a tenth of a second at once; what is
 * not used by then does not add up. Thread-safe.
 */
public final class StartRate {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final int perSecond;
  private final double most;
  private double left;
  private long lastNanos;
  private boolean asked;

  /**
   * @param perSecond runs; 0 for no limit
   */
  public StartRate(int perSecond) {
    this.perSecond = perSecond;
    this.most = Math.max(1, perSecond / 10.0);
    this.left = most;
  }

  /** Without a limit. */
  public static StartRate unlimited() {
    return new StartRate(0);
  }

  /**
   * Asks for leave to begin runs.
   *
   * @param wanted how many
   * @param nanos the monotonic time
   * @return how many may begin now
   */
  synchronized int take(int wanted, long nanos) {
    if (perSecond == 0) {
      return wanted;
    }
    if (asked) {
      left = Math.min(most, left + (nanos - lastNanos) * (double) perSecond / SECOND);
    }
    asked = true;
    lastNanos = nanos;
    int granted = Math.min(wanted, (int) left);
    left -= granted;
    return granted;
  }

  /** Returns leave that was not used. */
  synchronized void giveBack(int unused) {
    left = Math.min(most, left + unused);
  }

  /** How long it takes until as much leave is there as is ever given at once. */
  synchronized Duration untilMore() {
    return Duration.ofNanos((long) Math.ceil((most - left) * SECOND / Math.max(1, perSecond)));
  }
}
