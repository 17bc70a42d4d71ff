package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Logs the start of an outage once, for any number of failed calls, and its end once. Thread-safe;
 * a successful call costs one volatile read.
 */
final class OutageLog {
  private static final System.Logger LOG = System.getLogger(OutageLog.class.getName());

  /** Successful calls shortly after a failure do not end an outage, which may be intermittent. */
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long NONE = Long.MIN_VALUE;

  private final LongSupplier nanos;
  private final AtomicLong begun = new AtomicLong(NONE);
  private volatile long lastFailure;

  OutageLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void failed(Throwable why) {
    long now = nanos.getAsLong();
    lastFailure = now;
    if (begun.compareAndSet(NONE, now)) {
      LOG.log(
          Level.WARNING,
          "The database cannot be used: {0}. Until it can, requests are answered with 503; runs"
              + " stop before their leases end and continue from their last commits",
          reason(why));
    }
  }

  /** Records a failed transaction that is no outage. */
  void transactionFailed(Throwable why) {
    LOG.log(
        Level.WARNING,
        "A transaction failed: {0}. Another session locked a row for long, or this node stalled;"
            + " its request is answered with 503, and all others continue",
        reason(why));
  }

  void succeeded() {
    long since = begun.get();
    if (since == NONE) {
      return;
    }
    long now = nanos.getAsLong();
    if (now - lastFailure > QUIET_NANOS && begun.compareAndSet(since, NONE)) {
      LOG.log(
          Level.INFO,
          "The database can be used again, {0} s after the outage began",
          TimeUnit.NANOSECONDS.toSeconds(now - since));
    }
  }

  /** Returns the first line of the driver's or pool's message. */
  private static String reason(Throwable why) {
    Throwable deepest = why;
    for (Throwable t = why; t != null; t = t.getCause()) {
      deepest = t instanceof StoreUnavailable || t instanceof java.sql.SQLException ? t : deepest;
    }
    String message = deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
    return message.lines().findFirst().orElse(deepest.toString()).replaceFirst("\\.+$", "");
  }
}
