package io.awaken.http.stream;

import io.awaken.core.run.RunId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * Runs that have readers on other nodes, as far as those said so a short while ago; they repeat it
 * as long as it is so. Thread-safe.
 */
final class FollowedRuns {

  /** A few repetitions, see {@link StreamSettings.Times#poll()}. */
  private static final Duration KEPT = Duration.ofSeconds(8);

  /** Those that were named longest ago are forgotten first; their readers poll. */
  private static final int MOST = 20_000;

  private final LongSupplier nanos;

  /** When each was named, oldest first. */
  private final SequencedMap<RunId, Long> named = new LinkedHashMap<>();

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  FollowedRuns(LongSupplier nanos) {
    this.nanos = nanos;
  }

  synchronized void add(RunId run) {
    named.remove(run);
    named.put(run, nanos.getAsLong());
    while (named.size() > MOST || old(named.firstEntry().getValue())) {
      named.pollFirstEntry();
    }
  }

  synchronized boolean contains(RunId run) {
    Long since = named.get(run);
    return since != null && !old(since);
  }

  private boolean old(long since) {
    return nanos.getAsLong() - since > KEPT.toNanos();
  }
}
