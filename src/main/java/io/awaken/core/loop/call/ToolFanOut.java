package io.awaken.core.loop.call;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Where the tools of all runs work. A call beside which none of its step is at work has a plain
 * thread, several fan out on an executor, so many at once over all runs. A tool that takes no
 * notice of being asked to stop keeps its permit, as it keeps its thread; one that has a quarter of
 * them in this way gets no more calls until some have come back, and a quarter is always left to
 * other tools. Thread-safe.
 */
public final class ToolFanOut {

  /**
   * The part of the permits that one tool leaves to others, and that calls of it may hold which
   * have not come back.
   */
  private static final int SHARE = 4;

  private final Executor single;
  private final Executor several;
  private final ToolPermits permits;
  private final UnreturnedCalls stuck;
  private final Duration timeLimit;
  private final LongSupplier nanos;

  /**
   * @param single runs a call beside which none of its step is at work; has a thread for each
   * @param several runs the calls of a step that has more than one
   * @param limits of all
   * @param nanos a monotonic clock in nanoseconds
   */
  public ToolFanOut(Executor single, Executor several, Limits limits, LongSupplier nanos) {
    this.single = single;
    this.several = several;
    int share = Math.max(1, limits.concurrency() / SHARE);
    this.permits = new ToolPermits(limits.concurrency(), Math.max(1, limits.concurrency() - share));
    this.stuck = new UnreturnedCalls(share);
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
    /** The default time of a call. */
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

  UnreturnedCalls stuckCalls() {
    return stuck;
  }

  /** A run gave up a call whose tool is at work; waiting calls of that tool check their turn. */
  void abandoned(String tool) {
    stuck.abandoned(tool);
    if (stuck.refusal(tool) != null) {
      permits.lookAgain(tool);
    }
  }

  /** Calls that were given up, and whose tools have not returned. */
  public int stuck() {
    return stuck.total();
  }

  /**
   * Runs a task on a thread that is not the caller's; where the executor takes no more, on a plain
   * one.
   *
   * @param alone whether it is the only one of its step
   * @return false when there is no thread for it: it is not run
   */
  boolean execute(Runnable task, boolean alone) {
    return !alone && accepted(several, task) || accepted(single, task);
  }

  private static boolean accepted(Executor executor, Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }
}
