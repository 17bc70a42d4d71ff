package io.awaken.core.mailbox;

import java.time.Duration;

/**
 * Limits how many queued runs a node starts per second, so that a queue that grew during an outage
 * does not overload it (F48). Permits for at most a tenth of a second accumulate. Thread-safe.
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
   * Takes permits to start runs.
   *
   * @param wanted the number wanted
   * @param nanos the monotonic time
   * @return the number granted
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

  /** Returns unused permits. */
  synchronized void refund(int unused) {
    left = Math.min(most, left + unused);
  }

  /** Time until all permits are available again. */
  synchronized Duration untilMore() {
    return Duration.ofNanos((long) Math.ceil((most - left) * SECOND / Math.max(1, perSecond)));
  }
}
