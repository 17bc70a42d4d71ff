package io.awaken.core.loop;

import io.awaken.core.run.CancellationToken;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Where the tools of all runs work. The only call of a step works on a plain thread, several fan
 * out on an executor, bounded over all runs by a semaphore: who waits for a permit waits on the
 * run's own thread. A tool that does not stop keeps its permit. Thread-safe.
 */
public final class ToolFanOut {

  private final Executor single;
  private final Executor several;
  private final Semaphore permits;
  private final Duration timeLimit;
  private final LongSupplier nanos;

  /**
   * @param single runs the only call of a step; has a thread for each
   * @param several runs the calls of a step that has more than one
   * @param limits of all
   * @param nanos a monotonic clock in nanoseconds
   */
  public ToolFanOut(Executor single, Executor several, Limits limits, LongSupplier nanos) {
    this.single = single;
    this.several = several;
    this.permits = new Semaphore(limits.concurrency(), true);
    this.timeLimit = limits.time();
    this.nanos = nanos;
  }

  /**
   * What tools may take.
   *
   * @param concurrency calls of steps with more than one, at once, over all runs
   * @param time how long a call may take that has no limit of its own
   */
  public record Limits(int concurrency, Duration time) {
    /** Time for a call where nobody says otherwise. */
    public static final Duration TIME = Duration.ofMinutes(5);

    /** The usual time. */
    public Limits(int concurrency) {
      this(concurrency, TIME);
    }
  }

  Duration timeLimit() {
    return timeLimit;
  }

  long nanos() {
    return nanos.getAsLong();
  }

  /**
   * Runs a task.
   *
   * @param taken gets the outcome, on the thread that ran the task
   * @param alone whether it is the only one of its step
   * @throws io.awaken.core.run.RunCancelled when the run is cancelled while it waits for its turn
   */
  <T> void start(
      Callable<T> task, Consumer<Callable<T>> taken, boolean alone, CancellationToken cancellation)
      throws InterruptedException {
    start(
        worked -> {
          Callable<T> outcome = outcome(task);
          worked.run();
          taken.accept(outcome);
        },
        alone,
        cancellation);
  }

  /**
   * Runs a task that has something left to do when its work is done.
   *
   * @param task is given what to call, once, when it lets others work
   */
  void start(Consumer<Runnable> task, boolean alone, CancellationToken cancellation)
      throws InterruptedException {
    if (alone) {
      execute(single, () -> task.accept(() -> {}));
      return;
    }
    acquire(cancellation);
    execute(several, () -> task.accept(permits::release));
  }

  private static void execute(Executor executor, Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      // The run's own thread has nothing better to do.
      task.run();
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
}
