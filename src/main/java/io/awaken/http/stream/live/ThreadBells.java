package io.awaken.http.stream.live;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.event.Lately;
import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.run.ThreadId;
import io.awaken.http.stream.StreamSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Rings where whole threads are read when a run of theirs begins or stops to execute, here or on
 * another node, or waits in the queue: a hint, which may be missing. Other nodes are told of the
 * threads that they said they read. Thread-safe; ringing never blocks.
 */
public final class ThreadBells {

  /** Readers of the threads that were named longest ago poll. */
  private static final int MOST_FOLLOWED = 20_000;

  private final Map<ThreadId, Set<Runnable>> bells = new ConcurrentHashMap<>();
  private final EventBus bus;
  private final Lately<ThreadId> readElsewhere;

  ThreadBells(EventBus bus, LongSupplier nanos, StreamSettings.Times times) {
    this.bus = bus;
    this.readElsewhere = new Lately<>(times.threadFollowed(), MOST_FOLLOWED, nanos);
    bus.subscribe(this::heard);
  }

  /** The same executor, heard. */
  public RunExecutor around(RunExecutor behind) {
    return (claim, signals) -> {
      ThreadId thread = claim.fence().threadId();
      turned(thread);
      try {
        behind.execute(claim, signals);
      } finally {
        turned(thread);
      }
    };
  }

  /** A run of the thread has begun or stopped to execute here. */
  public void turned(ThreadId thread) {
    ring(thread);
    if (readElsewhere.contains(thread)) {
      bus.publish(new Hint.Turned(thread));
    }
  }

  /** Asks other nodes to tell of the thread's runs, for a while. */
  public void follow(ThreadId thread) {
    bus.publish(new Hint.Watching(thread));
  }

  private void heard(Hint hint) {
    switch (hint) {
      case Hint.Watching watching -> readElsewhere.add(watching.thread());
      case Hint.Turned turned -> ring(turned.thread());
      case Hint.Queued queued -> ring(queued.thread());
      case Hint.Missed missed -> bells.keySet().forEach(this::ring);
      case Hint.Work work -> {
        // Not about one thread, as those below.
      }
      case Hint.Stored stored -> {}
      case Hint.Following following -> {}
      case Hint.Tail tail -> {}
    }
  }

  public void ring(ThreadId thread) {
    bells.getOrDefault(thread, Set.of()).forEach(Runnable::run);
  }

  public void add(ThreadId thread, Runnable bell) {
    bells.compute(
        thread,
        (id, found) -> {
          Set<Runnable> all = found == null ? ConcurrentHashMap.newKeySet() : found;
          all.add(bell);
          return all;
        });
  }

  public void remove(ThreadId thread, Runnable bell) {
    bells.computeIfPresent(
        thread,
        (id, all) -> {
          all.remove(bell);
          return all.isEmpty() ? null : all;
        });
  }

  /** Threads that are read. */
  public int size() {
    return bells.size();
  }
}
