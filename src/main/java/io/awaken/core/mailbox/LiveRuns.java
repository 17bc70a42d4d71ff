package io.awaken.core.mailbox;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.ThreadId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** The runs that this node executes now. Thread-safe. */
public final class LiveRuns {

  private final Map<ClaimToken, LiveRun> runs = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private final LongSupplier nanos;
  private final Duration stopAfter;
  private final Consumer<Claim> lost;

  /**
   * Runs that only the timer duties stop.
   *
   * @param nanos a monotonic clock in nanoseconds
   */
  public LiveRuns(LongSupplier nanos) {
    this(nanos, Duration.ofNanos(Long.MAX_VALUE), claim -> {});
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   * @param stopAfter time without confirmation after which a run may start no tool; shorter than a
   *     lease
   * @param lost is called with each run that this node has lost, though it may not have stopped;
   *     must not block, and may be called more than once for a run
   */
  public LiveRuns(LongSupplier nanos, Duration stopAfter, Consumer<Claim> lost) {
    this.nanos = nanos;
    this.stopAfter = stopAfter;
    this.lost = lost;
  }

  /** A run with its signals and the time of the last confirmation of its lease. */
  static final class LiveRun {
    final Claim claim;
    final RunSignals signals;
    final long askedNanos;
    volatile long confirmedNanos;
    volatile Thread thread;

    /** Whether this node has given up the run and no longer renews its lease. */
    volatile boolean lost;

    /** When the run was lost, in the time of {@link #now}. */
    volatile long lostNanos;

    /** Whether a hanging thread was logged. */
    volatile boolean hangs;

    LiveRun(Claim claim, long askedNanos, Predicate<LiveRun> owned) {
      this.signals = new RunSignals(() -> owned.test(this));
      this.claim = claim;
      this.askedNanos = askedNanos;
      this.confirmedNanos = askedNanos;
    }
  }

  /**
   * @param askedNanos when the claim was requested; the lease may have started then
   */
  LiveRun add(Claim claim, long askedNanos) {
    var run = new LiveRun(claim, askedNanos, this::isValid);
    runs.put(claim.fence().token(), run);
    return run;
  }

  /**
   * Whether this node still owns the run. After a pause of the whole process, this check finds the
   * expired lease first, and stops the run.
   */
  boolean isValid(LiveRun run) {
    return !run.lost && !StopUnconfirmed.stopped(this, run, stopAfter);
  }

  void remove(LiveRun run) {
    runs.remove(run.claim.fence().token());
    lock.lock();
    try {
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Collection<LiveRun> all() {
    return List.copyOf(runs.values());
  }

  LiveRun of(ClaimToken token) {
    return runs.get(token);
  }

  public int count() {
    return runs.size();
  }

  /**
   * Gives up a run that another node may own. The run stops and writes nothing; its lease is
   * renewed no more, even if its thread hangs.
   */
  void lose(LiveRun run) {
    if (!run.lost) {
      run.lostNanos = now();
      run.lost = true;
    }
    run.signals.cancellation().cancel(CancellationToken.Reason.OWNERSHIP_LOST);
    lost.accept(run.claim);
  }

  boolean on(ThreadId thread) {
    return !those(run -> run.claim.fence().threadId().equals(thread)).isEmpty();
  }

  /** Excludes lost runs, which may hang here while their new owner executes them. */
  List<LiveRun> owned(RunId runId) {
    return those(run -> !run.lost && run.claim.runId().equals(runId));
  }

  List<LiveRun> those(Predicate<LiveRun> which) {
    return runs.values().stream().filter(which).toList();
  }

  void cancelAll(CancellationToken.Reason reason) {
    runs.values().forEach(run -> run.signals.cancellation().cancel(reason));
  }

  /**
   * Waits until no run is live.
   *
   * @return false when the time was up first
   */
  boolean awaitNone(Duration atMost) {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (!runs.isEmpty() && left > 0) {
        left = ended.awaitNanos(left);
      }
      return runs.isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return runs.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  boolean unconfirmedFor(LiveRun run, Duration time) {
    return nanos.getAsLong() - run.confirmedNanos > time.toNanos();
  }

  /** The monotonic time; read it before sending a claim or a renewal. */
  long now() {
    return nanos.getAsLong();
  }

  /** Records a successful renewal that was sent at this time. */
  void confirm(LiveRun run, long sentNanos) {
    run.confirmedNanos = sentNanos;
  }
}
