package io.awaken.core.mailbox;

import io.awaken.core.event.Hint;
import io.awaken.core.event.RecentSet;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A node's view of the queue and its live runs: its room, jobs that may wait, whether it drains.
 * Releases runs and signals their changes. Thread-safe.
 *
 * <p>A draining mailbox claims nothing, and its runs hand over at their next boundary. {@link
 * RunStarter} claims and executes.
 */
public final class Mailbox {

  private static final Logger LOG = System.getLogger(Mailbox.class.getName());

  private static final int REMEMBERED = 10_000;

  /** How late another node's hint may arrive about a job behind a run that has ended. */
  private static final Duration HINTS_LATE = Duration.ofSeconds(1);

  private final MailboxStore store;
  private final RunOwners owners;
  private final RunObserver observer;
  private final LiveRuns live;
  private final Limits limits;
  private final WakeUp wakeUp;
  private final FailedRuns failed;
  private final RecentSet<ThreadId> recentlyEnded;
  private final TenantTurns turns = new TenantTurns();
  private final AtomicLong ended = new AtomicLong();

  /** Threads that may have more jobs when their run ends; drops the oldest. */
  private final Set<ThreadId> mayHaveMore = newest(REMEMBERED);

  private volatile boolean full;
  private volatile boolean draining;

  /**
   * Limits of a node.
   *
   * @param liveRuns the largest number of runs that execute at once
   * @param startRate bounds how fast the node starts queued runs
   * @param afterOutage time before a released run is tried again after an outage, and during which
   *     a node without threads claims nothing; default 5 s
   */
  public record Limits(int liveRuns, StartRate startRate, Duration afterOutage) {

    /** A bound on live runs only, with the default time after an outage. */
    public static Limits of(int liveRuns) {
      return new Limits(liveRuns, StartRate.unlimited(), Duration.ofSeconds(5));
    }
  }

  /** Without an observer. */
  public Mailbox(MailboxStore store, RunOwners owners, Limits limits) {
    this(store, owners, limits, RunObserver.NONE);
  }

  /**
   * @param store has the jobs of all nodes
   * @param owners signals the owners of runs, here and on other nodes
   * @param observer observes runs, and work on the queue
   */
  public Mailbox(MailboxStore store, RunOwners owners, Limits limits, RunObserver observer) {
    this.observer = observer;
    this.store = store;
    this.owners = owners;
    this.live = owners.live();
    this.recentlyEnded = new RecentSet<>(HINTS_LATE, REMEMBERED, live::now);
    this.limits = limits;
    this.wakeUp = new WakeUp(live::now);
    this.failed = new FailedRuns(store.leases(), wakeUp, limits.afterOutage(), live::now, observer);
  }

  /** A set that drops its oldest elements. */
  private static <T> Set<T> newest(int limit) {
    Map<T, Boolean> newest =
        new LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<T, Boolean> eldest) {
            return size() > limit;
          }
        };
    return Collections.synchronizedSet(Collections.newSetFromMap(newest));
  }

  /**
   * Releases the run of a thread that will not return. Another node continues from its last commit;
   * writes of the thread are refused.
   */
  public void releaseRunOf(Thread thread) {
    for (LiveRuns.LiveRun run : live.all()) {
      if (run.thread == thread) {
        live.lose(run);
        live.remove(run);
        release(run.claim);
      }
    }
  }

  /**
   * Returns an unfinished run to the queue, so that any node may continue it.
   *
   * @param wait the time before which no node resumes it
   * @return the time until it is due; empty when another node owns the run
   */
  public Optional<Duration> handOver(Fence fence, Duration wait) {
    Optional<Duration> due = failed.release(fence, wait);
    due.filter(time -> !draining && !wait.isZero())
        .ifPresent(time -> queued(fence.threadId(), time));
    return due;
  }

  void release(Claim claim) {
    try {
      failed.release(claim.fence(), Duration.ZERO);
      freed();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "run " + claim.runId() + " could not be released; it continues when its lease expires",
          e);
    }
  }

  /** Removes a run whose thread has returned. */
  void ended(LiveRuns.LiveRun run) {
    ThreadId thread = run.claim.fence().threadId();
    try {
      // Before the removal: a caller that no longer finds the run must find that it has ended.
      recentlyEnded.add(thread);
    } finally {
      // Even after a failure; otherwise the lease would be renewed for ever.
      live.remove(run);
      ended.incrementAndGet();
      ended(thread);
    }
  }

  /** Signals only when more jobs may wait, to save a query for each run. */
  private void ended(ThreadId thread) {
    if (mayHaveMore.remove(thread) || full) {
      full = false;
      wakeUp.signal();
    }
    if (draining) {
      owners.publish(new Hint.Work());
    }
  }

  /** Handles a hint that another node queued a job, which may wait behind a run of this node. */
  void queuedElsewhere(ThreadId thread, boolean taken) {
    if (live.on(thread)) {
      mayHaveMore.add(thread);
    }
    if (!taken || recentlyEnded.contains(thread)) {
      wakeUp.signal();
    }
  }

  /** The monotonic time that measures leases. */
  public long now() {
    return live.now();
  }

  /** How many more runs this node accepts now. */
  public int room() {
    return draining || failed.paused() ? 0 : limits.liveRuns() - live.count();
  }

  /** The room for queued runs; without any, the next run that ends signals. */
  int roomOrSignal() {
    // Set first: a run that ends right after the check sees the flag and signals.
    full = true;
    int room = room();
    if (room > 0) {
      full = false;
    }
    return room;
  }

  /** Whether a tenant's new run may start here at once, ahead of queued jobs of others. */
  public boolean takes(String tenant) {
    return room() > 0 && !turns.mustYield(tenant);
  }

  /** Signals that a thread may be free for its next job; only a hint. */
  void freed() {
    wakeUp.signal();
    if (room() <= 0) {
      owners.publish(new Hint.Work());
    }
  }

  /** Signals that the outbox has entries that are due; only a hint. */
  public void toDeliver() {
    wakeUp.signalOutbox();
    wakeUp.signal();
  }

  /** Signals that a run without an owner was ended here: plugins must be notified. */
  public void endedUnowned() {
    wakeUp.signalOutbox();
    freed();
  }

  /** Signals that a thread has a queued job; only a hint. */
  public void queued(ThreadId thread) {
    mayHaveMore.add(thread);
    wakeUp.signal();
    boolean room = room() > 0;
    turns.queued(thread.tenant(), room);
    owners.publish(new Hint.Queued(thread, room));
  }

  /** Signals that a thread has a queued job that is due after this time; only a hint. */
  public void queued(ThreadId thread, Duration delay) {
    if (delay.isZero()) {
      queued(thread);
      return;
    }
    mayHaveMore.add(thread);
    wakeUp.signalIn(delay);
  }

  /** Notes that jobs of a thread may wait for the end of its run on this node. */
  public void waitsBehind(ThreadId thread) {
    mayHaveMore.add(thread);
  }

  /** Signals that something was stored for a run, on any node; only a hint. */
  public void stored(RunId run) {
    owners.notify(run);
  }

  /**
   * Signals stored messages for a run. If it ended without reading them, they are jobs now; if it
   * waits for its tasks, they resume it.
   */
  public void stored(ThreadId thread, RunId run) {
    stored(run);
    if (recentlyEnded.contains(thread) || !live.on(thread)) {
      wakeUp.signal();
    }
  }

  /** Signals the run or the queue after a decision, or after the question has just expired. */
  public void decided(DecideOutcome outcome) {
    if (outcome.now() != null && !outcome.now().ticket().told().isEmpty()) {
      toDeliver();
    }
    switch (outcome.taken()) {
      case RESUMES -> queued(outcome.now().key().threadId());
      case STORED -> stored(outcome.now().key().runId());
      case CLOSED -> {
        if (outcome.now().expired()) {
          queued(outcome.now().key().threadId());
        }
      }
      case OTHER_ARGUMENTS, NOT_FOUND -> {
        // Nothing was written.
      }
    }
  }

  /** Activations that have ended here since the node started. */
  public long ended() {
    return ended.get();
  }

  /** Claims nothing more: the node has no threads. */
  void stop() {
    draining = true;
  }

  /** Signals the owners of runs, here and on other nodes. */
  public RunOwners owners() {
    return owners;
  }

  /** Observes runs, and work on the queue. */
  public RunObserver observer() {
    return observer;
  }

  MailboxStore store() {
    return store;
  }

  LiveRuns live() {
    return live;
  }

  TenantTurns turns() {
    return turns;
  }

  StartRate startRate() {
    return limits.startRate();
  }

  FailedRuns failed() {
    return failed;
  }

  WakeUp wakeUp() {
    return wakeUp;
  }

  public boolean draining() {
    return draining;
  }

  /**
   * Claims nothing more and lets live runs hand over at their next boundary. Runs that have not
   * done so in time are interrupted.
   *
   * @return whether every run was handed over or ended
   */
  public boolean drain(Duration atMost, Duration afterInterrupt) {
    draining = true;
    freed();
    if (live.awaitNone(atMost)) {
      return true;
    }
    LOG.log(Level.INFO, "{0} runs are interrupted and handed over", live.count());
    live.cancelAll(CancellationToken.Reason.DRAINING);
    return live.awaitNone(afterInterrupt);
  }
}
