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
import java.util.function.Consumer;

/**
 * Claims jobs and gives each run a thread of its own. Thread-safe.
 *
 * <p>Once it is draining it claims nothing more, and runs hand themselves over at their next
 * boundary.
 */
public final class Mailbox {

  private static final Logger LOG = System.getLogger(Mailbox.class.getName());

  /** Candidates claimed before the queue is read again. */
  private static final int BATCH = 32;

  private static final int REMEMBERED = 10_000;

  /** How late another node's hint may be of a job behind a run that has ended meanwhile. */
  private static final Duration HINTS_LATE = Duration.ofSeconds(1);

  /** Time after which jobs are looked at again that could not be had. */
  private static final Duration MISSED = Duration.ofSeconds(1);

  private final MailboxStore store;
  private final RunExecutor runs;
  private final Executor threads;
  private final LiveRuns live;
  private final Ids ids;
  private final Limits limits;
  private final WakeUp wakeUp;
  private final FailedRuns failed;
  private final AtomicLong ended = new AtomicLong();
  private final AtomicLong progress = new AtomicLong();
  private final RecentSet<ThreadId> endedLately;
  private final Turns turns = new Turns();

  /**
   * Threads that may have more jobs when their run ends; others need no look. Of those whose runs
   * end on other nodes nobody hears, so the oldest are forgotten.
   */
  private final Set<ThreadId> mayHaveMore = NewestFew.of(REMEMBERED);

  private volatile boolean full;
  private volatile boolean draining;
  private volatile Consumer<Hint> others = hint -> {};

  /**
   * How much a node takes on.
   *
   * @param liveRuns runs that it executes at once, at the most
   * @param startRate bounds how fast it begins runs from the queue
   * @param afterOutage time before a run is tried again that broke off because the store did not
   *     answer, and for which a node begins none that has no thread for one; default 5 s
   */
  public record Limits(int liveRuns, StartRate startRate, Duration afterOutage) {

    /** With the usual time after an outage. */
    public Limits(int liveRuns, StartRate startRate) {
      this(liveRuns, startRate, Duration.ofSeconds(5));
    }
  }

  /** A mailbox that begins runs as fast as it can. */
  public Mailbox(
      MailboxStore store,
      RunExecutor runs,
      Executor threads,
      LiveRuns live,
      Ids ids,
      int maxLiveRuns) {
    this(store, runs, threads, live, ids, new Limits(maxLiveRuns, StartRate.unlimited()));
  }

  /** The threads give every task one of its own. */
  public Mailbox(
      MailboxStore store,
      RunExecutor runs,
      Executor threads,
      LiveRuns live,
      Ids ids,
      Limits limits) {
    this.store = store;
    this.runs = runs;
    this.threads = threads;
    this.live = live;
    this.endedLately = new RecentSet<>(HINTS_LATE, REMEMBERED, live::now);
    this.ids = ids;
    this.limits = limits;
    this.wakeUp = new WakeUp(live::now);
    this.failed = new FailedRuns(store, wakeUp, limits.afterOutage(), live::now);
  }

  /**
   * Claims what is due, as far as this node has room and may begin runs.
   *
   * @return runs begun
   */
  public int claimDue() {
    var look = new ClaimPass(places -> turns.due(store, places), this::claim);
    int begun = claimDue(look);
    if (look.wentThrough() && !failed.rests()) {
      progress.incrementAndGet();
    }
    if (look.missed()) {
      wakeUp.signalIn(MISSED);
    }
    return begun;
  }

  private int claimDue(ClaimPass look) {
    int begun = 0;
    while (!look.over()) {
      // Set before the question: a run that ends right after it finds the flag and hints.
      full = true;
      int room = room();
      if (room <= 0) {
        return begun;
      }
      full = false;
      int leave = limits.startRate().take(Math.min(BATCH, room), live.now());
      if (leave == 0) {
        turns.nobodyWaits();
        wakeUp.signalAgainIn(limits.startRate().untilMore());
        return begun;
      }
      int claimed = look.next(leave);
      limits.startRate().giveBack(leave - claimed);
      begun += claimed;
    }
    turns.nobodyWaits();
    return begun;
  }

  private boolean claim(Candidate candidate) {
    if (draining || failed.rests()) {
      return false;
    }
    long asked = live.now();
    var claim = store.claim(candidate, new ClaimToken(ids.next()));
    claim.ifPresent(
        claimed -> {
          mayHaveMore.add(candidate.threadId());
          if (begun(claimed, asked)) {
            progress.incrementAndGet();
          }
        });
    return claim.isPresent();
  }

  /**
   * Executes a claimed run on a thread of its own; a node that has ended hands it over at once.
   *
   * @param askedNanos the {@link #now} at which it was claimed, before the claim was sent: its
   *     lease may have begun right then
   */
  public void begin(Claim claim, long askedNanos) {
    begun(claim, askedNanos);
  }

  /** Whether there was a thread for it. */
  private boolean begun(Claim claim, long askedNanos) {
    turns.taken(claim.fence().threadId().tenant());
    var run = live.add(claim, askedNanos);
    // What it was told and leaves when it ends becomes jobs of its thread.
    run.signals.inbox().onRaise(() -> waitsBehind(claim.fence().threadId()));
    try {
      threads.execute(() -> execute(run));
      return true;
    } catch (RejectedExecutionException e) {
      // Threads that take no more never will again: whatever else is due is for other nodes.
      draining = true;
      LOG.log(
          Level.INFO, "run {0} is given back: this node ends, it claims no more", claim.runId());
      live.remove(run);
      release(claim);
    } catch (RuntimeException | Error e) {
      // Such as memory that does not suffice for one more thread.
      live.remove(run);
      failed.unbegun(claim, e);
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
      failed.giveBack(run.claim, e);
      endedUnowned();
    } finally {
      try {
        // Before it is gone: whoever does not find it any more finds that it has ended.
        endedLately.add(run.claim.fence().threadId());
      } finally {
        // Whatever failed, or its lease would be extended for ever.
        live.remove(run);
        ended.incrementAndGet();
        ended(run.claim.fence().threadId());
      }
    }
  }

  /**
   * Gives back the run whose thread does not come back any more: somebody else goes on from its
   * last commit, and what the thread may still bring is not written.
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
          "run "
              + claim.runId()
              + " could not be given back; its lease runs out, then it goes on elsewhere",
          e);
    }
  }

  /** Looks for more only where there may be more: a look for every run would be one too many. */
  private void ended(ThreadId thread) {
    if (mayHaveMore.remove(thread) || full) {
      full = false;
      wakeUp.signal();
    }
    if (draining) {
      others.accept(new Hint.Work());
    }
  }

  /** Tells other nodes from now on what they may have to do; for the start. */
  void tell(Consumer<Hint> hears) {
    others = hears;
  }

  /** Another node says that a thread got a job, which may have to wait for a run of this one. */
  void queuedElsewhere(ThreadId thread, boolean taken) {
    if (live.on(thread)) {
      mayHaveMore.add(thread);
    }
    if (!taken || endedLately.contains(thread)) {
      wakeUp.signal();
    }
  }

  /** The monotonic time by which leases are watched. */
  public long now() {
    return live.now();
  }

  /** How many more runs this node takes now. */
  public int room() {
    return draining || failed.rests() ? 0 : limits.liveRuns() - live.count();
  }

  /** Whether a new run of a tenant may begin here at once, before what others have queued. */
  public boolean takes(String tenant) {
    return room() > 0 && !turns.passes(tenant);
  }

  /** Says that some thread may be free for its next job; only a hint. */
  void freed() {
    wakeUp.signal();
    if (room() <= 0) {
      others.accept(new Hint.Work());
    }
  }

  /** Says that a run was ended here which nobody executed: plugins have to hear of it. */
  public void endedUnowned() {
    wakeUp.untold();
    freed();
  }

  /** Says that a thread has a job in the queue; only a hint. */
  public void queued(ThreadId thread) {
    mayHaveMore.add(thread);
    wakeUp.signal();
    boolean room = room() > 0;
    turns.queued(thread.tenant(), room);
    others.accept(new Hint.Queued(thread, room));
  }

  /** Says that a thread has a job in the queue that is due after this time; only a hint. */
  public void queued(ThreadId thread, Duration delay) {
    if (delay.isZero()) {
      queued(thread);
      return;
    }
    mayHaveMore.add(thread);
    wakeUp.signalIn(delay);
  }

  /** Says that jobs of a thread may wait until its run ends, which this node executes. */
  public void waitsBehind(ThreadId thread) {
    mayHaveMore.add(thread);
  }

  /** Says that something for a run was stored, whichever node executes it; only a hint. */
  public void stored(RunId run) {
    live.notify(run);
  }

  /** The same of messages: where the run ended before it heard of them, they are jobs now. */
  public void stored(ThreadId thread, RunId run) {
    stored(run);
    if (endedLately.contains(thread)) {
      wakeUp.signal();
    }
  }

  /** Wakes whoever acts on a decision that was taken; time may have taken it just now. */
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
   * Grows as long as this node does its part for the queue: with each run of it that begins, and
   * each time that it has looked for all that is due, though some of it may not be had. Runs that
   * begin without having waited say nothing of the queue.
   */
  public long progress() {
    return progress.get();
  }

  /** Activations of runs that have ended here since the node began. */
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
   * Takes no more work and lets live runs hand themselves over at their next boundary; those that
   * have not when the time is up are interrupted and hand over at their last one.
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
