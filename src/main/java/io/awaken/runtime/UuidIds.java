package io.awaken.runtime;

import com.fasterxml.uuid.UUIDClock;
import com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator;
import io.awaken.core.run.Ids;

/**
 * UUID version 7: ordered by time, so that new rows lie together. The random part makes them
 * unique, even if the clock is set back. Thread-safe.
 */
public final class UuidIds implements Ids {

  private final TimeBasedEpochRandomGenerator generator;

  public UuidIds() {
    this(UUIDClock.systemTimeClock());
  }

  UuidIds(UUIDClock clock) {
    generator = new TimeBasedEpochRandomGenerator(new RandomBlocks(), clock);
  }

  @Override
  public String next() {
    return generator.generate().toString();
  }
}
