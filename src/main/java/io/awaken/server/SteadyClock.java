package io.awaken.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A monotonic clock, independent of changes of the machine's clock, so that heartbeats, deadlines
 * and figures do not depend on that. Differs from it by as much as that was put on or back since
 * this one was made. Thread-safe.
 */
record SteadyClock(Instant begin, long beginNanos, LongSupplier nanos) implements InstantSource {

  static SteadyClock create() {
    return new SteadyClock(Instant.now(), System.nanoTime(), System::nanoTime);
  }

  @Override
  public Instant instant() {
    return begin.plusNanos(nanos.getAsLong() - beginNanos);
  }
}
