package io.awaken.http.stream.live;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.event.RecentSet;
import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.run.ThreadId;
import io.awaken.http.stream.StreamSettings;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Signals the readers of a whole thread when one of its runs starts, stops or is queued, on this
 * node or another. A signal is a hint and may be lost; readers also poll. Publishes to other nodes
 * only threads that they follow. Thread-safe; a signal never blocks.
 */
public final class ThreadActivity {

  /** Threads followed by other nodes; readers of the least recently followed ones poll. */
  private static final int MOST_FOLLOWED = 20_000;

  private final Map<ThreadId, Set<Runnable>> listeners = new ConcurrentHashMap<>();
  private final EventBus bus;
  private final RecentSet<ThreadId> readElsewhere;

  ThreadActivity(EventBus bus, LongSupplier nanos, StreamSettings.Times times) {
    this.bus = bus;
    this.readElsewhere = new RecentSet<>(times.threadFollowed(), MOST_FOLLOWED, nanos);
    bus.subscribe(this::received);
  }

  /** Wraps an executor so that the start and the end of each run are signalled. */
  public RunExecutor observe(RunExecutor behind) {
    return (claim, signals) -> {
      ThreadId thread = claim.fence().threadId();
      changed(thread);
      try {
        behind.execute(claim, signals);
      } finally {
        changed(thread);
      }
    };
  }

  /** Signals on all nodes that a run of the thread has started or stopped on this one. */
  public void changed(ThreadId thread) {
    signal(thread);
    if (readElsewhere.contains(thread)) {
      bus.publish(new Hint.Turned(thread));
    }
  }

  /** Asks the other nodes to publish the activity of a thread, for a while. */
  public void follow(ThreadId thread) {
    bus.publish(new Hint.Watching(thread));
  }

  private void received(Hint hint) {
    switch (hint) {
      case Hint.Watching watching -> readElsewhere.add(watching.thread());
      case Hint.Turned turned -> signal(turned.thread());
      case Hint.Queued queued -> signal(queued.thread());
      case Hint.Missed missed -> listeners.keySet().forEach(this::signal);
      case Hint.Work work -> {
        // Not about one thread, like those below.
      }
      case Hint.Stored stored -> {}
      case Hint.Following following -> {}
      case Hint.Tail tail -> {}
    }
  }

  /** Signals the subscribers on this node. */
  public void signal(ThreadId thread) {
    listeners.getOrDefault(thread, Set.of()).forEach(Runnable::run);
  }

  /** Adds a listener, which is called by any thread and must not block. */
  public void subscribe(ThreadId thread, Runnable listener) {
    listeners.compute(
        thread,
        (id, found) -> {
          Set<Runnable> all = found == null ? ConcurrentHashMap.newKeySet() : found;
          all.add(listener);
          return all;
        });
  }

  /** Removes a listener. */
  public void unsubscribe(ThreadId thread, Runnable listener) {
    listeners.computeIfPresent(
        thread,
        (id, all) -> {
          all.remove(listener);
          return all.isEmpty() ? null : all;
        });
  }

  /** Threads with subscribers on this node. */
  public int size() {
    return listeners.size();
  }
}
