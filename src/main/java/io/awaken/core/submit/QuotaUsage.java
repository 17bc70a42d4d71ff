package io.awaken.core.submit;

import io.awaken.core.store.run.RunStore.Spent;
import io.awaken.core.store.run.RunStore.Unfinished;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The usage of one caller or tenant: the store's last figures plus what this node has accepted
 * since. The figures are refreshed when they are old, and sooner if they leave no room; but a query
 * is never repeated before twenty times its duration, so that queries use at most a twentieth of
 * one connection, however long queue or window are. One request queries, the others use the known
 * figures. Thread-safe.
 */
final class QuotaUsage {

  /** Age at which figures are old. */
  static final Duration RUNS_KNOWN = Duration.ofSeconds(2);

  static final Duration USE_KNOWN = Duration.ofSeconds(5);

  /** Age at which figures without room may be refreshed. */
  static final Duration SOON = Duration.ofMillis(200);

  private static final long SHARE = 20;

  private final Answer<Unfinished> runs = new Answer<>(new Unfinished(0, 0, 0));
  private final Answer<Spent> use = new Answer<>(new Spent(0, BigDecimal.ZERO));
  private long begun;
  private long queued;
  private long expected;

  /** Reads the figures from the store. */
  record Reader(Supplier<Unfinished> runs, Supplier<Spent> use) {}

  /** The limit that a further run would exceed. */
  Optional<RunLimits.Exceeded> exceeded(RunLimits limits, LongSupplier nanos, Reader reader) {
    if (limits.countsRuns() && runs.refresh(RUNS_KNOWN, nanos, reader.runs())) {
      forget();
    }
    if (limits.countsUse()) {
      use.refresh(USE_KNOWN, nanos, reader.use());
    }
    Optional<RunLimits.Exceeded> over = limits.exceeded(now(), use.value());
    if (over.filter(RunLimits.Exceeded::ofRuns).isPresent()
        && runs.refresh(SOON, nanos, reader.runs())) {
      forget();
      return limits.exceeded(now(), use.value());
    }
    return over;
  }

  /** A pending request may become either, so it counts as both. */
  private synchronized Unfinished now() {
    Unfinished stored = runs.value();
    return new Unfinished(
        stored.created() + queued + expected,
        stored.running() + begun + expected,
        stored.waiting());
  }

  private synchronized void forget() {
    begun = 0;
    queued = 0;
  }

  synchronized void expect() {
    expected++;
  }

  synchronized void settle() {
    expected--;
  }

  synchronized void begun() {
    expected--;
    begun++;
  }

  synchronized void queued() {
    expected--;
    queued++;
  }

  /** The store's last figures and their time. */
  private static final class Answer<T> {
    private T value;
    private boolean present;
    private boolean querying;
    private long at;
    private long took;

    Answer(T value) {
      this.value = value;
    }

    synchronized T value() {
      return value;
    }

    /**
     * Queries the store if the figures are old, on the thread of the request.
     *
     * @return whether there are new figures
     */
    boolean refresh(Duration old, LongSupplier nanos, Supplier<T> store) {
      long begin = nanos.getAsLong();
      synchronized (this) {
        boolean known = present && (querying || begin - at < Math.max(old.toNanos(), SHARE * took));
        if (known) {
          return false;
        }
        querying = true;
      }
      T answer = null;
      try {
        answer = store.get();
      } finally {
        answered(answer, begin, nanos.getAsLong() - begin);
      }
      return true;
    }

    private synchronized void answered(T answer, long begin, long nanos) {
      querying = false;
      if (answer != null) {
        value = answer;
        present = true;
        at = begin;
        took = nanos;
      }
    }
  }
}
