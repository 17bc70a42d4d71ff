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

/** A call on its own thread; an overdue one is abandoned. Thread-safe. */
final class BackgroundCall<T> extends WatchedCall {

  private final FutureTask<T> task;

  /**
   * @param watched the watched calls, which include this one until it ends
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

  /** Starts the call; without a thread it fails with the executor's exception. */
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
   * @param stops interrupts the call when cancelled; null for none
   * @throws HookTimeout when it is overdue
   * @throws RunCancelled when {@code stops} was cancelled
   * @throws Exception the call's exception
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

  /** Abandons the call. */
  void giveUp() {
    task.cancel(true);
  }

  @Override
  void end() {
    giveUp();
  }
}
