package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Says once that the database cannot be used, however many calls find out, and once that it can be
 * used again. Thread-safe; costs a call that succeeds one volatile read.
 */
final class OutageLog {
  private static final System.Logger LOG = System.getLogger(OutageLog.class.getName());

  /** Calls that succeed shortly after one that failed do not end an outage: it may flicker. */
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
              + " stop before their leases end and go on from their last commits",
          reason(why));
    }
  }

  /** One transaction could not be done, for reasons that are no outage. */
  void heldUp(Throwable why) {
    LOG.log(
        Level.WARNING,
        "A transaction was not done: {0}. Another session holds a row for long, or this node stood"
            + " still; its request is answered with 503, and all others go on",
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
          "The database can be used again, {0} s after it could not",
          TimeUnit.NANOSECONDS.toSeconds(now - since));
    }
  }

  /** The first line of what the driver or the pool said. */
  private static String reason(Throwable why) {
    Throwable deepest = why;
    for (Throwable t = why; t != null; t = t.getCause()) {
      deepest = t instanceof StoreUnavailable || t instanceof java.sql.SQLException ? t : deepest;
    }
    String message = deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
    return message.lines().findFirst().orElse(deepest.toString()).replaceFirst("\\.+$", "");
  }
}
