package io.awaken.core.loop;

import io.awaken.core.run.CancellationToken;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Runs several tasks of one step at once and hands over each result when it arrives. Bounded over
 * all runs by a semaphore; who waits for a permit waits on the run's own thread. Thread-safe.
 */
public final class ToolFanOut {

  private final Executor executor;
  private final Semaphore permits;

  /**
   * @param executor runs the tasks
   * @param maxConcurrent tasks at once at the most, over all runs
   */
  public ToolFanOut(Executor executor, int maxConcurrent) {
    this.executor = executor;
    this.permits = new Semaphore(maxConcurrent, true);
  }

  /**
   * Runs all tasks; returns when each result was taken.
   *
   * @param taken gets each result on the calling thread, in order of arrival
   * @throws io.awaken.core.run.RunCancelled as soon as the run is cancelled; tasks that still run
   *     are interrupted by themselves and their results dropped
   */
  <T> void run(List<Callable<T>> tasks, CancellationToken cancellation, Consumer<T> taken) {
    // Whatever happens to a task arrives here: a result, or what it threw.
    var arrived = new LinkedBlockingQueue<Callable<T>>();
    try (var woken = cancellation.onCancel(() -> arrived.add(cancelled(cancellation)))) {
      for (Callable<T> task : tasks) {
        start(task, arrived, cancellation);
      }
      for (int i = 0; i < tasks.size(); i++) {
        taken.accept(arrived.take().call());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while tools were running", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private <T> void start(
      Callable<T> task, LinkedBlockingQueue<Callable<T>> arrived, CancellationToken cancellation)
      throws InterruptedException {
    acquire(cancellation);
    Runnable run =
        () -> {
          arrived.add(outcome(task));
          permits.release();
        };
    try {
      executor.execute(run);
    } catch (RejectedExecutionException e) {
      // The run's own thread has nothing better to do.
      run.run();
    }
  }

  private static <T> Callable<T> outcome(Callable<T> task) {
    try {
      T result = task.call();
      return () -> result;
    } catch (Exception e) {
      return () -> {
        throw e;
      };
    } catch (Error e) {
      return () -> {
        throw e;
      };
    }
  }

  private void acquire(CancellationToken cancellation) throws InterruptedException {
    try (var interrupt = new InterruptOnCancel(cancellation)) {
      permits.acquire();
    } catch (InterruptedException e) {
      cancellation.throwIfCancelled();
      throw e;
    }
  }

  private static <T> Callable<T> cancelled(CancellationToken cancellation) {
    return () -> {
      cancellation.throwIfCancelled();
      return null;
    };
  }
}
