package io.awaken.core.phase;

import io.awaken.core.plugin.Registered;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Ends what parts of plugins, and tools that only compute, do when it takes too long: on a run's
 * thread by an interrupt, on a thread of its own by waiting for it no longer. One check every
 * second serves all runs, so that watching adds almost nothing to a call; without these checks
 * nothing is ever overdue. Thread-safe.
 *
 * <p>A part that ignores its interrupt occupies its run's thread. The run is then returned to the
 * queue, to continue from its last commit, and the part is called on a thread of its own from then
 * on. Where runs are on threads of their callers no other node can take one over: it continues when
 * the part comes back.
 */
public final class HookWatch {

  /** How long a part may take by default. */
  public static final Duration DEADLINE = Registered.DEFAULT_LIMIT;

  /** How long a part may take no notice of its interrupt. */
  public static final Duration GRACE = Duration.ofSeconds(5);

  private static final Logger LOG = System.getLogger(HookWatch.class.getName());

  private final LongSupplier nanoTime;
  private final Executor threads;
  private final Consumer<Thread> givesBack;
  private final String runOfDeafPart;

  /** Parts that took no notice of an interrupt. */
  private final Set<Object> deaf = ConcurrentHashMap.newKeySet();

  private final Set<WatchedCall> running = ConcurrentHashMap.newKeySet();

  /**
   * @param nanoTime a clock that only goes forward, in nanoseconds
   * @param threads runs parts that once took no notice of an interrupt, each on a thread of its own
   * @param givesBack called with the thread of a run that an overdue part does not release
   */
  public HookWatch(LongSupplier nanoTime, Executor threads, Consumer<Thread> givesBack) {
    this(
        nanoTime,
        threads,
        givesBack,
        "is returned to the queue and continues from its last commit");
  }

  /**
   * Where each run is on its caller's thread, and none can be given back.
   *
   * @param nanoTime a clock that only goes forward, in nanoseconds
   * @param threads runs parts that once took no notice of an interrupt, each on a thread of its own
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
   * Interrupts all overdue calls; to be called about once a second. One that cannot be ended keeps
   * nothing else from it.
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

  /** Whether a part took no notice of an interrupt; it is not to be called on a run's thread. */
  public boolean isDeaf(Object who) {
    return !deaf.isEmpty() && deaf.contains(who);
  }

  /**
   * Calls on this thread, and interrupts it when the deadline passes.
   *
   * @param who identifies the part
   * @throws HookTimeout when it was interrupted, whatever the call did then
   * @throws Exception whatever the call throws in time
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
        // The interrupt was for the part; what the run does next is not overdue.
        Thread.interrupted();
        throw new HookTimeout(DEADLINE);
      }
    }
  }

  /** Begins a call on a thread of its own; it is overdue when the limit passes from now on. */
  <T> BackgroundCall<T> start(Executor threads, Callable<T> part, Duration limit) {
    var call = new BackgroundCall<>(part, nanoTime.getAsLong(), limit, running);
    call.startOn(threads);
    return call;
  }

  private final class CallHere extends WatchedCall {
    private final Thread thread = Thread.currentThread();
    private final Object who;
    private boolean told;

    CallHere(Object who, long since) {
      super(since, DEADLINE);
      this.who = who;
    }

    @Override
    void ignores() {
      try {
        if (!told) {
          told = true;
          LOG.log(
              Level.ERROR,
              "{0} takes no notice of its interrupt; its run {1}, and further calls of it get"
                  + " a thread of their own",
              who,
              runOfDeafPart);
          deaf.add(who);
        }
      } finally {
        // Whatever the part's own name and hash do.
        givesBack.accept(thread);
      }
    }

    @Override
    void end() {
      thread.interrupt();
    }
  }
}
