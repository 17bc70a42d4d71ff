package io.awaken.core.agent;

import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The one reference to the current {@link RegistrySnapshot}. A published snapshot is visible to all
 * readers at once; a run keeps the snapshot it started with. Reads take no lock; changes are
 * applied one after the other. Thread-safe.
 */
public final class LiveRegistry implements Supplier<RegistrySnapshot> {

  /** Number of versions kept for runs between their claim and their first step. */
  private static final int PINNED = 8;

  private final InstantSource clock;
  private final AtomicReference<Version> current;
  private final ReentrantLock publishing = new ReentrantLock();
  private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();

  /** By the hash of the pinned resolution, the oldest removed first. Guarded by itself. */
  private final Map<String, RegistrySnapshot> pinned =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, RegistrySnapshot> eldest) {
          return size() > PINNED;
        }
      };

  /**
   * A published snapshot.
   *
   * @param number counted from 1 since this registry was created
   * @param since time of publication
   */
  public record Version(long number, Instant since, RegistrySnapshot snapshot) {}

  /**
   * @param first the snapshot of version 1
   * @param clock gives the times of publications
   */
  public LiveRegistry(RegistrySnapshot first, InstantSource clock) {
    this.clock = clock;
    this.current = new AtomicReference<>(new Version(1, clock.instant(), first));
  }

  /** A registry with the system's clock. */
  public static LiveRegistry of(RegistrySnapshot first) {
    return new LiveRegistry(first, InstantSource.system());
  }

  /** The current snapshot. Read it once to get consistent parts. */
  @Override
  public RegistrySnapshot get() {
    return current.get().snapshot();
  }

  /** The current snapshot with its number and time. */
  public Version version() {
    return current.get();
  }

  /**
   * Publishes the result of a change of the current snapshot. If the change throws or returns the
   * same snapshot, the current version stays.
   *
   * @param change called once, without concurrent changes
   * @return the current version afterwards
   */
  public Version publish(UnaryOperator<RegistrySnapshot> change) {
    publishing.lock();
    try {
      Version before = current.get();
      RegistrySnapshot next = change.apply(before.snapshot());
      if (next != before.snapshot()) {
        current.set(new Version(before.number() + 1, clock.instant(), next));
      }
      return current.get();
    } finally {
      publishing.unlock();
      watchers.forEach(Runnable::run);
    }
  }

  /**
   * Registers a listener for every applied change, even one without a new version, since the
   * changed documents may not be part of the snapshot.
   *
   * @param watcher the listener; must neither block nor throw
   * @return removes the listener
   */
  public Runnable watch(Runnable watcher) {
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }

  /**
   * The resolution that a run of this agent is pinned to if it starts now. Its snapshot stays
   * available under the hash of the resolution, so that the run can start with it even if another
   * version is published in between.
   *
   * @return empty when the agent cannot be resolved
   */
  public Optional<Resolution> pin(String agentId) {
    RegistrySnapshot now = get();
    Optional<Resolution> resolution = now.tryResolution(agentId);
    resolution.ifPresent(found -> keep(found.hash(), now));
    return resolution;
  }

  private void keep(String hash, RegistrySnapshot snapshot) {
    synchronized (pinned) {
      if (pinned.get(hash) != snapshot) {
        pinned.remove(hash);
        pinned.put(hash, snapshot);
      }
    }
  }

  /** The snapshot of a resolution returned by {@link #pin}; empty when that was too long ago. */
  public Optional<RegistrySnapshot> pinned(String hash) {
    synchronized (pinned) {
      return Optional.ofNullable(pinned.get(hash));
    }
  }
}
