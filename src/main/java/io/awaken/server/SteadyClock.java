package io.awaken.server;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * A monotonic clock for heartbeats, deadlines and figures: changes of the machine's clock after
 * creation do not affect it. Thread-safe.
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
