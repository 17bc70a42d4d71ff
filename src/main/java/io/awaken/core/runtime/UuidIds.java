package io.awaken.core.runtime;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator;
import io.awaken.core.run.Ids;

/** UUID version 7: ordered by time, so that new rows lie together. Thread-safe. */
public final class UuidIds implements Ids {

  private final TimeBasedEpochRandomGenerator generator =
      Generators.timeBasedEpochRandomGenerator(new RandomBlocks());

  @Override
  public String next() {
    return generator.generate().toString();
  }
}
