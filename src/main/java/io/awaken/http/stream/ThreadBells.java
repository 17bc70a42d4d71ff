package io.awaken.http.stream;

import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.run.ThreadId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rings where whole threads are read when a run of theirs begins or stops to execute on this node:
 * a hint, which may be missing. Thread-safe; ringing never blocks.
 */
public final class ThreadBells {

  private final Map<ThreadId, Set<Runnable>> bells = new ConcurrentHashMap<>();

  /** The same executor, heard. */
  public RunExecutor around(RunExecutor behind) {
    return (claim, signals) -> {
      ThreadId thread = claim.fence().threadId();
      ring(thread);
      try {
        behind.execute(claim, signals);
      } finally {
        ring(thread);
      }
    };
  }

  void ring(ThreadId thread) {
    bells.getOrDefault(thread, Set.of()).forEach(Runnable::run);
  }

  void add(ThreadId thread, Runnable bell) {
    bells.compute(
        thread,
        (id, found) -> {
          Set<Runnable> all = found == null ? ConcurrentHashMap.newKeySet() : found;
          all.add(bell);
          return all;
        });
  }

  void remove(ThreadId thread, Runnable bell) {
    bells.computeIfPresent(
        thread,
        (id, all) -> {
          all.remove(bell);
          return all.isEmpty() ? null : all;
        });
  }

  /** Threads that are read. */
  int size() {
    return bells.size();
  }
}
