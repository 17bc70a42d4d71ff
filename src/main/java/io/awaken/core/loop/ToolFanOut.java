package io.awaken.core.loop;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Where the tools of all runs work. The only call of a step works on a plain thread, several fan
 * out on an executor, so many at once over all runs. A tool that takes no notice of being asked to
 * stop loses its permit, but is counted. Thread-safe.
 */
public final class ToolFanOut {

  private final Executor single;
  private final Executor several;
  private final ToolPermits permits;
  private final AtomicInteger stuck = new AtomicInteger();
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
    this.permits = new ToolPermits(limits.concurrency());
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

  ToolPermits permits() {
    return permits;
  }

  /** Calls that nobody waits for any more, and whose tools have not come back. */
  public int stuck() {
    return stuck.get();
  }

  /** Nobody waits for a tool any more that has not come back. */
  void abandoned() {
    stuck.incrementAndGet();
  }

  /** It has come back after all. */
  void cameBack() {
    stuck.decrementAndGet();
  }

  /**
   * Runs a task.
   *
   * @param alone whether it is the only one of its step
   */
  void execute(Runnable task, boolean alone) {
    Executor executor = alone ? single : several;
    try {
      executor.execute(task);
    } catch (RejectedExecutionException e) {
      // The run's own thread has nothing better to do.
      task.run();
    }
  }
}
