package io.awaken.core.mailbox;

import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunSignals;
import io.awaken.core.store.job.ClaimStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims jobs as far as a node's mailbox has room, and executes each run on a thread of its own.
 * Thread-safe.
 */
public final class RunStarter {

  private static final Logger LOG = System.getLogger(RunStarter.class.getName());

  /** Candidates claimed before the queue is read again. */
  private static final int BATCH = 32;

  /** Time before the next pass when a job was contended. */
  private static final Duration CONTENDED_RETRY = Duration.ofSeconds(1);

  private final Mailbox mailbox;
  private final ClaimStore store;
  private final RunExecutor runs;
  private final Executor threads;
  private final Ids ids;
  private final LiveRuns live;
  private final RunObserver observer;
  private final AtomicLong progress = new AtomicLong();

  /**
   * @param runs executes a claimed run
   * @param threads execute each task on a thread of its own
   * @param ids name claims
   */
  public RunStarter(Mailbox mailbox, RunExecutor runs, Executor threads, Ids ids) {
    this.mailbox = mailbox;
    this.store = mailbox.store().claims();
    this.runs = runs;
    this.threads = threads;
    this.ids = ids;
    this.live = mailbox.live();
    this.observer = mailbox.observer();
  }

  /** The mailbox whose runs are started here. */
  public Mailbox mailbox() {
    return mailbox;
  }

  /**
   * Claims due jobs, as far as live runs and start rate allow.
   *
   * @return the number of runs started
   */
  public int claimDue() {
    var pass = new ClaimPass(places -> mailbox.turns().due(store, places, observer), this::claim);
    int begun = claimDue(pass);
    if (pass.completed() && !mailbox.failed().paused()) {
      progress.incrementAndGet();
    }
    if (pass.contended()) {
      mailbox.wakeUp().signalIn(CONTENDED_RETRY);
    }
    return begun;
  }

  private int claimDue(ClaimPass pass) {
    StartRate rate = mailbox.startRate();
    int begun = 0;
    while (!pass.finished()) {
      int room = mailbox.roomOrSignal();
      if (room <= 0) {
        return begun;
      }
      int granted = rate.take(Math.min(BATCH, room), live.now());
      if (granted == 0) {
        mailbox.turns().noneWaiting();
        mailbox.wakeUp().signalAgainIn(rate.untilMore());
        return begun;
      }
      int claimed = pass.next(granted);
      rate.refund(granted - claimed);
      begun += claimed;
    }
    mailbox.turns().noneWaiting();
    return begun;
  }

  private boolean claim(Candidate candidate) {
    if (mailbox.draining() || mailbox.failed().paused()) {
      return false;
    }
    long asked = live.now();
    Optional<Claim> claim =
        observer.queue(
            Operation.CLAIM,
            store,
            candidate,
            new ClaimToken(ids.next()),
            ClaimStore::claim,
            Optional::isPresent);
    claim.ifPresent(
        claimed -> {
          mailbox.waitsBehind(candidate.threadId());
          if (started(claimed, asked)) {
            progress.incrementAndGet();
          }
        });
    return claim.isPresent();
  }

  /**
   * Executes a claimed run on a thread of its own. A stopping node hands it over at once.
   *
   * @param askedNanos the {@link Mailbox#now} before the claim was sent; the lease may have started
   *     then
   */
  public void begin(Claim claim, long askedNanos) {
    started(claim, askedNanos);
  }

  /** Starts a run. Returns false when there was no thread for it. */
  private boolean started(Claim claim, long askedNanos) {
    mailbox.turns().taken(claim.fence().threadId().tenant());
    var run = live.add(claim, askedNanos);
    // Messages that the run does not read become jobs of its thread when it ends.
    run.signals.inbox().onRaise(() -> mailbox.waitsBehind(claim.fence().threadId()));
    try {
      threads.execute(() -> execute(run));
      return true;
    } catch (RejectedExecutionException e) {
      // An executor that rejects work is shut down, so this node claims nothing more.
      mailbox.stop();
      LOG.log(Level.INFO, "run {0} is released: this node is stopping", claim.runId());
      live.remove(run);
      mailbox.release(claim);
    } catch (RuntimeException | Error e) {
      // For example, memory is exhausted.
      live.remove(run);
      mailbox.failed().gotNoThread(claim, e);
      mailbox.freed();
    }
    return false;
  }

  private void execute(LiveRuns.LiveRun run) {
    run.thread = Thread.currentThread();
    try {
      var since = Duration.ofNanos(live.now() - run.askedNanos);
      execute(run.claim.after(run.claim.waited().longer(since)), run.signals);
    } catch (RuntimeException | Error e) {
      mailbox.failed().requeue(run.claim, e);
      mailbox.endedUnowned();
    } finally {
      mailbox.ended(run);
    }
  }

  private void execute(Claim claim, RunSignals signals) {
    observer.started(claim);
    try {
      runs.execute(claim, signals);
    } finally {
      observer.left(claim, signals.cancellation().reason());
    }
  }

  /**
   * Grows while this node serves the queue: with each queued run that it starts and each completed
   * pass. Runs that start without waiting in the queue do not count.
   */
  public long progress() {
    return progress.get();
  }
}
