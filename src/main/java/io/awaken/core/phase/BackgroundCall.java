package io.awaken.core.phase;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/** A call on a thread of its own; an overdue one is no longer awaited. Thread-safe. */
final class BackgroundCall<T> extends WatchedCall {

  private final FutureTask<T> task;

  /**
   * @param watched the calls that the watch checks; includes this one until it has ended
   */
  BackgroundCall(Callable<T> part, long since, Duration limit, Set<WatchedCall> watched) {
    super(since, limit);
    task =
        new FutureTask<>(part) {
          @Override
          protected void done() {
            watched.remove(BackgroundCall.this);
          }
        };
    watched.add(this);
  }

  /** Begins; a call that finds no thread fails with what the executor throws. */
  void startOn(Executor threads) {
    try {
      threads.execute(task);
    } catch (RuntimeException e) {
      giveUp();
      throw e;
    }
  }

  /**
   * Waits for the result.
   *
   * @param stops ends the call when it is cancelled; null for nothing that does
   * @throws HookTimeout when the deadline passed
   * @throws RunCancelled when it was ended by {@code stops}
   * @throws Exception whatever the call threw
   */
  T await(CancellationToken stops) throws Exception {
    try (var asked = stops == null ? null : stops.onCancel(this::giveUp)) {
      return task.get();
    } catch (CancellationException e) {
      if (stops != null) {
        stops.throwIfCancelled();
      }
      throw new HookTimeout(limit());
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case Exception cause -> throw cause;
        case Error cause -> throw cause;
        default -> throw e;
      }
    } finally {
      giveUp();
    }
  }

  /** Its result is not wanted any more. */
  void giveUp() {
    task.cancel(true);
  }

  @Override
  void end() {
    giveUp();
  }
}
