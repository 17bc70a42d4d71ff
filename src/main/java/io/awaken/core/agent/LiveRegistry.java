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
 * readers at once; a run that has begun keeps the snapshot it began with. Reading takes no lock;
 * changes are applied one after the other. Thread-safe.
 */
public final class LiveRegistry implements Supplier<RegistrySnapshot> {

  /** Versions that runs may have been pinned to between their claim and their first step. */
  private static final int PINNED = 8;

  private final InstantSource clock;
  private final AtomicReference<Version> current;
  private final ReentrantLock publishing = new ReentrantLock();
  private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();

  /** By the hash of what runs were pinned to, the oldest removed first. Guarded by itself. */
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
   * @param number counted from 1 since this registry was made
   * @param since when it was published
   */
  public record Version(long number, Instant since, RegistrySnapshot snapshot) {}

  /**
   * @param first the snapshot of version 1
   * @param clock for the times at which versions are published
   */
  public LiveRegistry(RegistrySnapshot first, InstantSource clock) {
    this.clock = clock;
    this.current = new AtomicReference<>(new Version(1, clock.instant(), first));
  }

  /** A registry on the system's clock. */
  public static LiveRegistry of(RegistrySnapshot first) {
    return new LiveRegistry(first, InstantSource.system());
  }

  /** The current snapshot. Read it once for everything that must fit together. */
  @Override
  public RegistrySnapshot get() {
    return current.get().snapshot();
  }

  /** The current snapshot with its number and time. */
  public Version version() {
    return current.get();
  }

  /**
   * Publishes what a change makes of the current snapshot. When the change throws, or returns the
   * snapshot that it was given, the current version stays.
   *
   * @param change called once, while no other change is applied
   * @return the version that is current afterwards
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
   * Registers a listener for every applied change, including one after which the current version
   * stays, since the changed documents may not be part of it.
   *
   * @param watcher must neither block nor throw
   * @return ends it
   */
  public Runnable watch(Runnable watcher) {
    watchers.add(watcher);
    return () -> watchers.remove(watcher);
  }

  /**
   * What a run of this agent is pinned to when it begins now. Its snapshot stays available under
   * the hash of the resolution, so that the run can begin with it even if another version is
   * published in between.
   *
   * @return empty when the agent cannot be put together
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

  /** The snapshot from which {@link #pin} took a resolution; empty when that was too long ago. */
  public Optional<RegistrySnapshot> pinned(String hash) {
    synchronized (pinned) {
      return Optional.ofNullable(pinned.get(hash));
    }
  }
}
