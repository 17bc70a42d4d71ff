package io.awaken.core.loop.call;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * The threads of all tools. A single call of a step gets a plain thread; several calls share an
 * executor with limited concurrency over all runs. A stuck tool retains its thread and permit. A
 * tool with a quarter of the permits stuck gets no more calls until some return, and a quarter is
 * always left to other tools. Thread-safe.
 */
public final class ToolFanOut {

  /**
   * The inverse share of permits that one tool leaves to others, and the limit of its stuck calls.
   */
  private static final int SHARE = 4;

  private final Executor single;
  private final Executor several;
  private final ToolPermits permits;
  private final UnreturnedCalls stuck;
  private final Duration timeLimit;
  private final LongSupplier nanos;

  /**
   * @param single executes a single call of a step, on a thread for each
   * @param several executes the calls of a step with more than one
   * @param limits limits of all tools
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
   * Limits of tools.
   *
   * @param concurrency concurrent calls of steps with more than one, over all runs
   * @param time the default time limit of a call
   */
  public record Limits(int concurrency, Duration time) {
    /** The default time limit of a call. */
    public static final Duration TIME = Duration.ofMinutes(5);

    /** With the default time limit. */
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

  /** Records an abandoned call whose tool executes; waiting calls of that tool check again. */
  void abandoned(String tool) {
    stuck.abandoned(tool);
    if (stuck.refusal(tool) != null) {
      permits.checkAgain(tool);
    }
  }

  /** Abandoned calls whose tools have not returned. */
  public int stuck() {
    return stuck.total();
  }

  /**
   * Executes a task on another thread; uses a plain thread when the executor is full.
   *
   * @param alone whether it is the only call of its step
   * @return false when no thread is available; the task is not executed
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

  /**
   * Abandoned calls whose tools have not returned, by tool. A tool with too many of them gets no
   * more calls, which leaves threads to other tools. Thread-safe.
   */
  static final class UnreturnedCalls {

    /** Briefly -1 for a tool that returns before it is counted. */
    private final ConcurrentMap<String, Integer> byTool = new ConcurrentHashMap<>();

    private final int budget;

    /**
     * @param budget how many a tool may have
     */
    UnreturnedCalls(int budget) {
      this.budget = budget;
    }

    /** Records an abandoned call whose tool still executes. */
    void abandoned(String tool) {
      add(tool, 1);
    }

    /** Records that its tool has returned. */
    void returned(String tool) {
      add(tool, -1);
    }

    private void add(String tool, int calls) {
      byTool.merge(tool, calls, (before, more) -> before + more == 0 ? null : before + more);
    }

    /** Why a tool gets no more calls now, or null. */
    String refusal(String tool) {
      int calls = byTool.getOrDefault(tool, 0);
      return calls < budget ? null : calls + " earlier calls of the tool have not returned";
    }

    int total() {
      return Math.max(0, byTool.values().stream().mapToInt(Integer::intValue).sum());
    }
  }
}
