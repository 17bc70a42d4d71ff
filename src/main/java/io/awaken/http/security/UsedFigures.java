package io.awaken.http.security;

import io.awaken.core.store.run.RunStore.Spent;
import io.awaken.core.store.run.RunStore.Unfinished;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What one caller or tenant uses: what the store said when it was last asked, and what this node
 * has accepted since. The store is asked again when its answer is old, and sooner where there would
 * be no room by the old one; but never before twenty times as long as it took to answer has passed,
 * so that the question takes a twentieth of one connection at the most, however long a queue or a
 * window is. One request asks, the others go on with what is known. Thread-safe.
 */
final class UsedFigures {

  /** After so long an answer is old. */
  static final Duration RUNS_KNOWN = Duration.ofSeconds(2);

  static final Duration USE_KNOWN = Duration.ofSeconds(5);

  /** After so long the store may be asked again where there is no room. */
  static final Duration SOON = Duration.ofMillis(200);

  private static final long SHARE = 20;

  private final Answer<Unfinished> runs = new Answer<>(new Unfinished(0, 0, 0));
  private final Answer<Spent> use = new Answer<>(new Spent(0, BigDecimal.ZERO));
  private long begun;
  private long queued;
  private long expected;

  /** Reads the figures from the store. */
  record Reader(Supplier<Unfinished> runs, Supplier<Spent> use) {}

  /** What leaves no room for a run more. */
  Optional<RunLimits.Exceeded> exceeded(RunLimits limits, LongSupplier nanos, Reader reader) {
    if (limits.countsRuns() && runs.ask(RUNS_KNOWN, nanos, reader.runs())) {
      forget();
    }
    if (limits.countsUse()) {
      use.ask(USE_KNOWN, nanos, reader.use());
    }
    Optional<RunLimits.Exceeded> over = limits.exceeded(now(), use.value());
    if (over.filter(RunLimits.Exceeded::ofRuns).isPresent()
        && runs.ask(SOON, nanos, reader.runs())) {
      forget();
      return limits.exceeded(now(), use.value());
    }
    return over;
  }

  /** Of what is under way it is not known yet where it goes: it counts for both. */
  private synchronized Unfinished now() {
    Unfinished told = runs.value();
    return new Unfinished(
        told.created() + queued + expected, told.running() + begun + expected, told.waiting());
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

  /** What the store said, and when. */
  private static final class Answer<T> {
    private T value;
    private boolean told;
    private boolean asking;
    private long at;
    private long took;

    Answer(T value) {
      this.value = value;
    }

    synchronized T value() {
      return value;
    }

    /**
     * Asks if the answer is old, on the thread of the request.
     *
     * @return whether there is a new one
     */
    boolean ask(Duration old, LongSupplier nanos, Supplier<T> store) {
      long begin = nanos.getAsLong();
      synchronized (this) {
        boolean known = told && (asking || begin - at < Math.max(old.toNanos(), SHARE * took));
        if (known) {
          return false;
        }
        asking = true;
      }
      T answer = null;
      try {
        answer = store.get();
      } finally {
        said(answer, begin, nanos.getAsLong() - begin);
      }
      return true;
    }

    private synchronized void said(T answer, long begin, long nanos) {
      asking = false;
      if (answer != null) {
        value = answer;
        told = true;
        at = begin;
        took = nanos;
      }
    }
  }
}
