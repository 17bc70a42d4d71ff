package io.awaken.core.phase;

import io.awaken.core.plugin.Registered;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Ends overdue calls of plugin parts and inline tools: on a run's thread by an interrupt, on their
 * own thread by abandoning them. One check per second serves all runs, so that watching a call
 * costs almost nothing; without these checks no call is ever overdue. Thread-safe.
 *
 * <p>A part that ignores its interrupt occupies its run's thread. The run is then returned to the
 * queue, to continue from its last commit, and the part is called on a thread of its own from then
 * on. Where runs are on their callers' threads, no other node can take one over: it continues when
 * the part returns.
 */
public final class HookWatch {

  /** Default time limit of a part. */
  public static final Duration DEADLINE = Registered.DEFAULT_LIMIT;

  /** Time after an interrupt before a part counts as ignoring it. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  private static final Logger LOG = System.getLogger(HookWatch.class.getName());

  private final LongSupplier nanoTime;
  private final Executor threads;
  private final Consumer<Thread> givesBack;
  private final String runOfDeafPart;

  /** Parts that ignored an interrupt. */
  private final Set<Object> deaf = ConcurrentHashMap.newKeySet();

  private final Set<WatchedCall> running = ConcurrentHashMap.newKeySet();

  /**
   * @param nanoTime a monotonic clock in nanoseconds
   * @param threads runs parts that once ignored an interrupt, each on its own thread
   * @param givesBack called with the thread of a run that an overdue part occupies
   */
  public HookWatch(LongSupplier nanoTime, Executor threads, Consumer<Thread> givesBack) {
    this(
        nanoTime,
        threads,
        givesBack,
        "is returned to the queue and continues from its last commit");
  }

  /**
   * For runs on their callers' threads, which cannot be released.
   *
   * @param nanoTime a monotonic clock in nanoseconds
   * @param threads runs parts that once ignored an interrupt, each on its own thread
   */
  public HookWatch(LongSupplier nanoTime, Executor threads) {
    this(nanoTime, threads, thread -> {}, "occupies its caller's thread until the part returns");
  }

  private HookWatch(
      LongSupplier nanoTime, Executor threads, Consumer<Thread> givesBack, String runOfDeafPart) {
    this.nanoTime = nanoTime;
    this.threads = threads;
    this.givesBack = givesBack;
    this.runOfDeafPart = runOfDeafPart;
  }

  /**
   * Interrupts all overdue calls; call it about once a second. A call that cannot be ended does not
   * affect others.
   */
  public void interruptOverdue() {
    long now = nanoTime.getAsLong();
    for (WatchedCall call : running) {
      try {
        call.endIfOverdue(now);
      } catch (RejectedExecutionException e) {
        LOG.log(Level.DEBUG, "the node stops, and with it its overdue calls", e);
      } catch (RuntimeException | Error e) {
        LOG.log(
            Level.WARNING,
            "an overdue call could not be interrupted; the next check tries again",
            e);
      }
    }
  }

  /** Whether a part once ignored an interrupt, and so must not be called on a run's thread. */
  public boolean isDeaf(Object who) {
    return !deaf.isEmpty() && deaf.contains(who);
  }

  /**
   * Calls a part on this thread, and interrupts it at the deadline.
   *
   * @param who identifies the part
   * @throws HookTimeout when it was interrupted, whatever its result
   * @throws Exception the call's exception
   */
  public <T> T call(Object who, Callable<T> part) throws Exception {
    if (isDeaf(who)) {
      return start(threads, part, DEADLINE).await(null);
    }
    var call = new CallHere(who, nanoTime.getAsLong());
    running.add(call);
    try {
      return part.call();
    } finally {
      running.remove(call);
      if (call.close()) {
        // The interrupt was for the part, not for the run.
        Thread.interrupted();
        throw new HookTimeout(DEADLINE);
      }
    }
  }

  /** Starts a call on its own thread; its time limit starts now. */
  <T> BackgroundCall<T> start(Executor threads, Callable<T> part, Duration limit) {
    var call = new BackgroundCall<>(part, nanoTime.getAsLong(), limit, running);
    call.startOn(threads);
    return call;
  }

  private final class CallHere extends WatchedCall {
    private final Thread thread = Thread.currentThread();
    private final Object who;
    private boolean notified;

    CallHere(Object who, long since) {
      super(since, DEADLINE);
      this.who = who;
    }

    @Override
    void ignores() {
      try {
        if (!notified) {
          notified = true;
          LOG.log(
              Level.ERROR,
              "{0} ignores its interrupt; its run {1}, and further calls of it get"
                  + " a thread of their own",
              who,
              runOfDeafPart);
          deaf.add(who);
        }
      } finally {
        // Works even if the part's own methods fail.
        givesBack.accept(thread);
      }
    }

    @Override
    void end() {
      thread.interrupt();
    }
  }

  /** A part of a plugin, or a tool on its run's thread, took longer than its deadline. */
  public static final class HookTimeout extends Exception {
    private static final long serialVersionUID = 1L;

    HookTimeout(Duration limit) {
      super(
          "took longer than "
              + BigDecimal.valueOf(limit.toMillis(), 3).stripTrailingZeros().toPlainString()
              + " s");
    }
  }

  /** A call with a deadline. Thread-safe. */
  abstract static class WatchedCall {

    private final long since;
    private final Duration limit;
    private boolean closed;
    private boolean ended;
    private boolean ignored;

    /**
     * @param since start time, in nanoseconds of the watch's clock
     * @param limit time limit
     */
    WatchedCall(long since, Duration limit) {
      this.since = since;
      this.limit = limit;
    }

    /** The time limit. */
    final Duration limit() {
      return limit;
    }

    /** Ends the call; called at most once, and never after it was closed. */
    abstract void end();

    /** The call ignored its interrupt; called again at the next check if that throws. */
    void ignores() {}

    final synchronized void endIfOverdue(long now) {
      long overdue = now - since - limit.toNanos();
      if (!closed && !ended && overdue > 0) {
        ended = true;
        end();
      } else if (!closed && !ignored && overdue > HookWatch.GRACE.toNanos()) {
        ignores();
        ignored = true;
      }
    }

    /** Ends the watch; returns whether the call was interrupted. */
    final synchronized boolean close() {
      closed = true;
      return ended;
    }
  }

  /** A call on its own thread; an overdue one is abandoned. Thread-safe. */
  static final class BackgroundCall<T> extends WatchedCall {

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
}
