package io.awaken.core.loop.call;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
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

  /**
   * Limits concurrent calls in total and per tool; no thread blocks while a call waits for its
   * turn. A call that waits while permits are free waits for other calls of its tool. Thread-safe.
   */
  static final class ToolPermits {

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Turn> waiting = new ArrayDeque<>();
    private final Map<String, Integer> byTool = new HashMap<>();
    private final int ofOneTool;
    private int free;

    /**
     * @param permits of all calls
     * @param ofOneTool limit of one tool, which leaves permits to others
     */
    ToolPermits(int permits, int ofOneTool) {
      this.free = permits;
      this.ofOneTool = ofOneTool;
    }

    /** Permission for one call to execute; only the first return counts. */
    final class Permit {
      private final String tool;
      private final AtomicBoolean back = new AtomicBoolean();

      private Permit(String tool) {
        this.tool = tool;
      }

      void giveBack() {
        if (back.compareAndSet(false, true)) {
          next(tool);
        }
      }
    }

    /** The place of one call in the queue. */
    final class Turn {
      private final String tool;
      private final Runnable onTurn;
      private Permit permit;

      private Turn(String tool, Runnable onTurn) {
        this.tool = tool;
        this.onTurn = onTurn;
      }

      /** Its permit; null while it waits. */
      Permit take() {
        lock.lock();
        try {
          return permit;
        } finally {
          lock.unlock();
        }
      }

      /** Stops waiting; passes a reserved permit to the next. */
      void withdraw() {
        Permit kept;
        lock.lock();
        try {
          waiting.remove(this);
          kept = permit;
        } finally {
          lock.unlock();
        }
        if (kept != null) {
          kept.giveBack();
        }
      }
    }

    /**
     * Requests a permit, which may be available at once.
     *
     * @param onTurn called on any thread when the turn comes later or the tool must be checked
     *     again; must not block
     */
    Turn request(String tool, Runnable onTurn) {
      var turn = new Turn(tool, onTurn);
      lock.lock();
      try {
        if (isFreeFor(tool)) {
          give(turn);
        } else {
          waiting.add(turn);
        }
      } finally {
        lock.unlock();
      }
      return turn;
    }

    /** Makes all waiting calls of a tool check again. */
    void checkAgain(String tool) {
      List<Turn> turns;
      lock.lock();
      try {
        turns = waiting.stream().filter(turn -> turn.tool.equals(tool)).toList();
      } finally {
        lock.unlock();
      }
      turns.forEach(turn -> turn.onTurn.run());
    }

    /** One free permit lets at most one call continue. */
    private void next(String tool) {
      Turn given;
      lock.lock();
      try {
        free++;
        byTool.merge(tool, -1, (before, more) -> before + more == 0 ? null : before + more);
        given = first();
      } finally {
        lock.unlock();
      }
      if (given != null) {
        given.onTurn.run();
      }
    }

    private Turn first() {
      for (Iterator<Turn> turns = waiting.iterator(); turns.hasNext(); ) {
        Turn turn = turns.next();
        if (isFreeFor(turn.tool)) {
          turns.remove();
          give(turn);
          return turn;
        }
      }
      return null;
    }

    private boolean isFreeFor(String tool) {
      return free > 0 && byTool.getOrDefault(tool, 0) < ofOneTool;
    }

    private void give(Turn turn) {
      free--;
      byTool.merge(turn.tool, 1, Integer::sum);
      turn.permit = new Permit(turn.tool);
    }
  }
}
