package io.awaken.core.event;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * The values added a short while ago, in bounded memory: for hints, any of which may be lost.
 * Thread-safe; every operation takes constant time.
 *
 * @param <T> the values, compared by equality
 */
public final class RecentSet<T> {

  private final Duration kept;
  private final int most;
  private final LongSupplier nanos;

  /** The time at which each was added, oldest first. */
  private final SequencedMap<T, Long> added = new LinkedHashMap<>();

  /**
   * @param kept how long each value is remembered
   * @param most the largest number of values; the oldest are evicted first
   * @param nanos a monotonic clock in nanoseconds
   */
  public RecentSet(Duration kept, int most, LongSupplier nanos) {
    this.kept = kept;
    this.most = most;
    this.nanos = nanos;
  }

  /** Adds a value, or renews one. */
  public synchronized void add(T value) {
    added.remove(value);
    added.put(value, nanos.getAsLong());
    while (added.size() > most || old(added.firstEntry().getValue())) {
      added.pollFirstEntry();
    }
  }

  /** Whether the value was added recently. */
  public synchronized boolean contains(T value) {
    Long since = added.get(value);
    return since != null && !old(since);
  }

  private boolean old(long since) {
    return nanos.getAsLong() - since > kept.toNanos();
  }
}
