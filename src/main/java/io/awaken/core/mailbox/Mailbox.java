package io.awaken.core.mailbox;

import io.awaken.core.event.Hint;
import io.awaken.core.event.RecentSet;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.suspension.SuspensionStore.DecideOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims jobs and executes each run on a thread of its own. Thread-safe.
 *
 * <p>A draining mailbox claims nothing, and its runs hand over at their next boundary.
 */
public final class Mailbox {

  private static final Logger LOG = System.getLogger(Mailbox.class.getName());

  /** Candidates claimed before the queue is read again. */
  private static final int BATCH = 32;

  private static final int REMEMBERED = 10_000;

  /** How late another node's hint may arrive about a job behind a run that has ended. */
  private static final Duration HINTS_LATE = Duration.ofSeconds(1);

  /** Time before the next pass when a job was contended. */
  private static final Duration CONTENDED_RETRY = Duration.ofSeconds(1);

  private final MailboxStore store;
  private final RunExecutor runs;
  private final Executor threads;
  private final RunOwners owners;
  private final LiveRuns live;
  private final Ids ids;
  private final Limits limits;
  private final WakeUp wakeUp;
  private final FailedRuns failed;
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong progress = new AtomicLong();
  private final RecentSet<ThreadId> recentlyEnded;
  private final Turns turns = new Turns();

  /** Threads that may have more jobs when their run ends; drops the oldest. */
  private final Set<ThreadId> mayHaveMore = NewestFew.of(REMEMBERED);

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

    /** With the default time after an outage. */
    public Limits(int liveRuns, StartRate startRate) {
      this(liveRuns, startRate, Duration.ofSeconds(5));
    }
  }

  /** A mailbox without a start rate. */
  public Mailbox(
      MailboxStore store,
      RunExecutor runs,
      Executor threads,
      RunOwners owners,
      Ids ids,
      int maxLiveRuns) {
    this(store, runs, threads, owners, ids, new Limits(maxLiveRuns, StartRate.unlimited()));
  }

  /** The threads execute each task on a thread of its own. */
  public Mailbox(
      MailboxStore store,
      RunExecutor runs,
      Executor threads,
      RunOwners owners,
      Ids ids,
      Limits limits) {
    this.store = store;
    this.runs = runs;
    this.threads = threads;
    this.owners = owners;
    this.live = owners.live();
    this.recentlyEnded = new RecentSet<>(HINTS_LATE, REMEMBERED, live::now);
    this.ids = ids;
    this.limits = limits;
    this.wakeUp = new WakeUp(live::now);
    this.failed = new FailedRuns(store, wakeUp, limits.afterOutage(), live::now);
  }

  /**
   * Claims due jobs, as far as live runs and start rate allow.
   *
   * @return the number of runs started
   */
  public int claimDue() {
    var pass = new ClaimPass(places -> turns.due(store, places), this::claim);
    int begun = claimDue(pass);
    if (pass.completed() && !failed.paused()) {
      progress.incrementAndGet();
    }
    if (pass.contended()) {
      wakeUp.signalIn(CONTENDED_RETRY);
    }
    return begun;
  }

  private int claimDue(ClaimPass pass) {
    int begun = 0;
    while (!pass.finished()) {
      // Set first: a run that ends right after the check sees the flag and signals.
      full = true;
      int room = room();
      if (room <= 0) {
        return begun;
      }
      full = false;
      int granted = limits.startRate().take(Math.min(BATCH, room), live.now());
      if (granted == 0) {
        turns.noneWaiting();
        wakeUp.signalAgainIn(limits.startRate().untilMore());
        return begun;
      }
      int claimed = pass.next(granted);
      limits.startRate().refund(granted - claimed);
      begun += claimed;
    }
    turns.noneWaiting();
    return begun;
  }

  private boolean claim(Candidate candidate) {
    if (draining || failed.paused()) {
      return false;
    }
    long asked = live.now();
    var claim = store.claim(candidate, new ClaimToken(ids.next()));
    claim.ifPresent(
        claimed -> {
          mayHaveMore.add(candidate.threadId());
          if (started(claimed, asked)) {
            progress.incrementAndGet();
          }
        });
    return claim.isPresent();
  }

  /**
   * Executes a claimed run on a thread of its own. A stopping node hands it over at once.
   *
   * @param askedNanos the {@link #now} before the claim was sent; the lease may have started then
   */
  public void begin(Claim claim, long askedNanos) {
    started(claim, askedNanos);
  }

  /** Starts a run. Returns false when there was no thread for it. */
  private boolean started(Claim claim, long askedNanos) {
    turns.taken(claim.fence().threadId().tenant());
    var run = live.add(claim, askedNanos);
    // Messages that the run does not read become jobs of its thread when it ends.
    run.signals.inbox().onRaise(() -> waitsBehind(claim.fence().threadId()));
    try {
      threads.execute(() -> execute(run));
      return true;
    } catch (RejectedExecutionException e) {
      // An executor that rejects work is shut down, so this node claims nothing more.
      draining = true;
      LOG.log(Level.INFO, "run {0} is released: this node is stopping", claim.runId());
      live.remove(run);
      release(claim);
    } catch (RuntimeException | Error e) {
      // For example, memory is exhausted.
      live.remove(run);
      failed.gotNoThread(claim, e);
      freed();
    }
    return false;
  }

  private void execute(LiveRuns.LiveRun run) {
    run.thread = Thread.currentThread();
    try {
      var since = Duration.ofNanos(now() - run.askedNanos);
      runs.execute(run.claim.after(run.claim.waited().longer(since)), run.signals);
    } catch (RuntimeException | Error e) {
      failed.requeue(run.claim, e);
      endedUnowned();
    } finally {
      try {
        // Before the removal: a caller that no longer finds the run must find that it has ended.
        recentlyEnded.add(run.claim.fence().threadId());
      } finally {
        // Even after a failure; otherwise the lease would be renewed for ever.
        live.remove(run);
        ended.incrementAndGet();
        ended(run.claim.fence().threadId());
      }
    }
  }

  /**
   * Releases the run of a thread that will not return. Another node continues from its last commit;
   * writes of the thread are refused.
   */
  public void giveBack(Thread thread) {
    for (LiveRuns.LiveRun run : live.all()) {
      if (run.thread == thread) {
        live.lose(run);
        live.remove(run);
        release(run.claim);
      }
    }
  }

  private void release(Claim claim) {
    try {
      store.release(claim.fence());
      freed();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "run " + claim.runId() + " could not be released; it continues when its lease expires",
          e);
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

  /** Signals stored messages for a run. If it ended without reading them, they are jobs now. */
  public void stored(ThreadId thread, RunId run) {
    stored(run);
    if (recentlyEnded.contains(thread)) {
      wakeUp.signal();
    }
  }

  /** Signals the run or the queue after a decision, or after the question has just expired. */
  public void decided(DecideOutcome outcome) {
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

  /**
   * Grows while this node serves the queue: with each queued run that it starts and each completed
   * pass. Runs that start without waiting in the queue do not count.
   */
  public long progress() {
    return progress.get();
  }

  /** Activations that have ended here since the node started. */
  public long ended() {
    return ended.get();
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
