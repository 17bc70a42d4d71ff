package io.awaken.core.outbound;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** How long a reader has waited for the server, in ticks of {@link CallWatch}. Thread-safe. */
final class Silence {

  private static final int NOT_WAITING = -1;
  private static final int TOO_LONG = -2;

  private final AtomicInteger waited = new AtomicInteger(NOT_WAITING);
  private volatile int limit;

  Silence(Duration limit) {
    limit(limit);
  }

  /** Applies from the next wait. */
  final void limit(Duration most) {
    limit = CallWatch.ticks(most);
  }

  /** The reader starts waiting. */
  void begin() {
    waited.set(0);
  }

  /** The reader stops waiting. */
  void end() {
    if (waited.get() != TOO_LONG) {
      waited.set(NOT_WAITING);
    }
  }

  /** Counts a tick; returns true at the limit. */
  boolean tick() {
    int ticks = waited.get();
    if (ticks < 0) {
      return false;
    }
    int next = ticks + 1 < limit ? ticks + 1 : TOO_LONG;
    return waited.compareAndSet(ticks, next) && next == TOO_LONG;
  }

  /** Whether the reader waited too long. */
  boolean tooLong() {
    return waited.get() == TOO_LONG;
  }
}
