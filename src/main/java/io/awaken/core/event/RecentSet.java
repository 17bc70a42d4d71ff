package io.awaken.core.event;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * What was named a short while ago, in bounded room: for hints, of which each may be missing.
 * Thread-safe; nothing takes time that grows with what is remembered.
 *
 * @param <T> what is named, by its equality
 */
public final class Lately<T> {

  private final Duration kept;
  private final int most;
  private final LongSupplier nanos;

  /** When each was named, oldest first. */
  private final SequencedMap<T, Long> named = new LinkedHashMap<>();

  /**
   * @param kept how long each is remembered
   * @param most how many are; those that were named longest ago are forgotten first
   * @param nanos a monotonic clock in nanoseconds
   */
  public Lately(Duration kept, int most, LongSupplier nanos) {
    this.kept = kept;
    this.most = most;
    this.nanos = nanos;
  }

  /** Names it, again as the case may be. */
  public synchronized void add(T what) {
    named.remove(what);
    named.put(what, nanos.getAsLong());
    while (named.size() > most || old(named.firstEntry().getValue())) {
      named.pollFirstEntry();
    }
  }

  /** Whether it was named lately. */
  public synchronized boolean contains(T what) {
    Long since = named.get(what);
    return since != null && !old(since);
  }

  private boolean old(long since) {
    return nanos.getAsLong() - since > kept.toNanos();
  }
}
