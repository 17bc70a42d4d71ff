package io.awaken.core.mailbox.control;

import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.duty.ForceEndOverdueRuns;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import java.time.Duration;
import java.util.Optional;

/**
 * Clears threads (features row 192): a durable note first, then a signal for the run that executes
 * here; where it has not stopped when the patience with it is over, its end is written for it.
 * Thread-safe.
 */
public final class RunInterrupter {

  /** What the clock of the database may be behind that of this machine while it waits. */
  private static final Duration CLOCKS = Duration.ofMillis(100);

  private final MailboxStore store;
  private final LiveRuns live;
  private final Mailbox mailbox;
  private final Duration patience;
  private final ForceEndOverdueRuns unstopped;
  private final Later later;

  /**
   * @param patience how long a run may take to stop; default 5 s
   * @param later does something once that time has passed
   */
  public RunInterrupter(
      MailboxStore store, LiveRuns live, Mailbox mailbox, Duration patience, Later later) {
    this.store = store;
    this.live = live;
    this.mailbox = mailbox;
    this.patience = patience;
    this.unstopped = new ForceEndOverdueRuns(store, mailbox, patience);
    this.later = later;
  }

  /** Something to be done after a while, on any thread. */
  @FunctionalInterface
  public interface Later {
    void run(Runnable task, Duration after);
  }

  /**
   * Ends what waits or is queued on a thread and asks what executes to stop.
   *
   * @return empty when there is no such thread for this caller
   */
  public Optional<Interrupted> interrupt(ThreadId thread, Caller by) {
    Optional<Interrupted> done = store.interrupt(thread, by);
    done.ifPresent(cleared -> carryOn(thread, cleared.stopping()));
    return done;
  }

  private void carryOn(ThreadId thread, RunId stopping) {
    mailbox.endedUnowned();
    if (stopping == null) {
      // What a run that waited has left, or what is not the caller's to end, may begin.
      mailbox.queued(thread);
    } else {
      stop(thread, stopping);
    }
  }

  /** Carries on what a submission began that interrupts: a stored request to stop. */
  public void stop(ThreadId thread, RunId run) {
    mailbox.queued(thread);
    live.cancel(run);
    later.run(() -> forceEndOverdue(run), patience.plus(CLOCKS));
  }

  private void forceEndOverdue(RunId run) {
    if (unstopped.ended()) {
      live.taken(run);
    }
  }
}
