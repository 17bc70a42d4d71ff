package io.awaken.core.text;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Counts what anybody may cause as often as they like, and says when to log it: the first time, and
 * then at most once in {@link #INTERVAL}. Thread-safe; never blocks.
 */
public final class LogRation {

  /** At most one line in this time. */
  public static final Duration INTERVAL = Duration.ofMinutes(1);

  /** How a line ends. */
  public static final String FURTHER =
      "; further ones are counted, and reported after " + INTERVAL + " at the earliest";

  private final LongSupplier nanos;
  private final AtomicLong unreported = new AtomicLong();
  private final AtomicLong lastNanos;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public LogRation(LongSupplier nanos) {
    this.nanos = nanos;
    lastNanos = new AtomicLong(nanos.getAsLong() - INTERVAL.toNanos());
  }

  /** Counts one; returns how many to report now, 0 for none. */
  public long count() {
    unreported.incrementAndGet();
    long now = nanos.getAsLong();
    long last = lastNanos.get();
    boolean due = now - last >= INTERVAL.toNanos() && lastNanos.compareAndSet(last, now);
    return due ? unreported.getAndSet(0) : 0;
  }
}
