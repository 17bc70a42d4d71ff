package io.awaken.core.mailbox;

import io.awaken.core.event.Hint;
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
  private volatile Consumer<Hint> others = hint -> {};
  private volatile Consumer<RunId> asked = run -> {};
  private volatile Consumer<Claim> lost = claim -> {};

  /**
   * Runs that are stopped by their duties alone.
   *
   * @param nanos a monotonic clock in nanoseconds
   */
  public LiveRuns(LongSupplier nanos) {
    this(nanos, Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   * @param stopAfter time without confirmation after which a run may enter no tool; shorter than a
   *     lease
   */
  public LiveRuns(LongSupplier nanos, Duration stopAfter) {
    this.nanos = nanos;
    this.stopAfter = stopAfter;
  }

  /** A run, its way to be stopped, and when its lease was last confirmed. */
  static final class LiveRun {
    final Claim claim;
    final RunSignals signals;
    final long askedNanos;
    volatile long confirmedNanos;
    volatile Thread thread;

    /** Whether this node has given it up, so that its lease is to end. */
    volatile boolean lost;

    /** Since when, in the time of {@link #now}. */
    volatile long lostNanos;

    /** Whether somebody was told that it does not end. */
    volatile boolean hangs;

    LiveRun(Claim claim, long askedNanos, Predicate<LiveRun> owned) {
      this.signals = new RunSignals(() -> owned.test(this));
      this.claim = claim;
      this.askedNanos = askedNanos;
      this.confirmedNanos = askedNanos;
    }
  }

  /**
   * @param askedNanos when its claim was asked for: the lease may have begun right then
   */
  LiveRun add(Claim claim, long askedNanos) {
    var run = new LiveRun(claim, askedNanos, this::holds);
    runs.put(claim.fence().token(), run);
    return run;
  }

  /** A lease whose time is over is found here first when the process stood still. */
  private boolean holds(LiveRun run) {
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

  /** Tells other nodes of runs that do not execute here from now on; for the start. */
  void tell(Consumer<Hint> hears) {
    others = hears;
  }

  /** Asks a run to stop; another node that executes it is told that this was stored. */
  public void cancel(RunId runId) {
    List<LiveRun> here = owned(runId);
    here.forEach(run -> run.signals.cancellation().cancel(CancellationToken.Reason.REQUESTED));
    if (here.isEmpty()) {
      others.accept(new Hint.Stored(runId));
    }
  }

  /** Tells a run that something for it was stored, whichever node executes it. */
  public void notify(RunId runId) {
    List<LiveRun> here = owned(runId);
    here.forEach(run -> run.signals.inbox().raise());
    if (here.isEmpty()) {
      others.accept(new Hint.Stored(runId));
    }
  }

  /** Asks the database about a run of this node when somebody has to; for the start. */
  void ask(Consumer<RunId> asks) {
    asked = asks;
  }

  /** Somebody may have ended a run in place of its owner, which is to find out now. */
  public void taken(RunId runId) {
    if (owned(runId).isEmpty()) {
      others.accept(new Hint.Stored(runId));
    } else {
      asked.accept(runId);
    }
  }

  /**
   * Tells from now on of runs that this node has lost, though they may not have stopped; for the
   * start.
   *
   * @param hears must not block; hears of one run as often as somebody finds that it is lost
   */
  public void tellLost(Consumer<Claim> hears) {
    lost = hears;
  }

  /**
   * Another node may have the run: it stops and writes nothing, and nobody is to wait for it. One
   * that does not stop keeps nobody else from it: its lease is extended no more.
   */
  void lose(LiveRun run) {
    if (!run.lost) {
      run.lostNanos = now();
      run.lost = true;
    }
    run.signals.cancellation().cancel(CancellationToken.Reason.OWNERSHIP_LOST);
    lost.accept(run.claim);
  }

  /** Whether a run of this thread executes here. */
  boolean on(ThreadId thread) {
    return !those(run -> run.claim.fence().threadId().equals(thread)).isEmpty();
  }

  /** One that was lost may hang here for long; whoever goes on with it is the one to hear. */
  private List<LiveRun> owned(RunId runId) {
    return those(run -> !run.lost && run.claim.runId().equals(runId));
  }

  List<LiveRun> those(Predicate<LiveRun> which) {
    return runs.values().stream().filter(which).toList();
  }

  /** Asks every run to stop. */
  void cancelAll(CancellationToken.Reason reason) {
    runs.values().forEach(run -> run.signals.cancellation().cancel(reason));
  }

  /**
   * Waits until no run is live.
   *
   * @return false when runs were left at the end of the time
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

  /** Whether a run's lease went unconfirmed for longer than this. */
  boolean unconfirmedFor(LiveRun run, Duration time) {
    return nanos.getAsLong() - run.confirmedNanos > time.toNanos();
  }

  /** The monotonic time, to be taken before a claim or a renewal is sent. */
  long now() {
    return nanos.getAsLong();
  }

  /** A renewal that was sent at this time succeeded. */
  void confirm(LiveRun run, long sentNanos) {
    run.confirmedNanos = sentNanos;
  }
}
