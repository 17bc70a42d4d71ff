package io.awaken.core.mailbox.control;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.mailbox.duty.ForceEndOverdueRuns;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.job.SubmitStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Interrupts threads (features row 192): stores the request, signals the run if it executes here,
 * and ends the run after the grace period if it has not stopped. Thread-safe.
 */
public final class RunInterrupter {

  /** Margin for a database clock behind that of this machine. */
  private static final Duration CLOCKS = Duration.ofMillis(100);

  private final SubmitStore store;
  private final RunOwners owners;
  private final Mailbox mailbox;
  private final Duration patience;
  private final ForceEndOverdueRuns overdue;
  private final Later later;

  /**
   * @param patience the grace period; default 5 s
   * @param later runs a task after a delay
   */
  public RunInterrupter(
      MailboxStore store, RunOwners owners, Mailbox mailbox, Duration patience, Later later) {
    this.store = store.submits();
    this.owners = owners;
    this.mailbox = mailbox;
    this.patience = patience;
    this.overdue = new ForceEndOverdueRuns(store.leases(), mailbox, patience);
    this.later = later;
  }

  /** Runs a task after a delay, on any thread. */
  @FunctionalInterface
  public interface Later {
    void run(Runnable task, Duration after);
  }

  /**
   * Cancels waiting and queued runs of a thread and asks the running one to stop.
   *
   * @return empty when the caller sees no such thread
   */
  public Optional<Interrupted> interrupt(ThreadId thread, Caller by) {
    RunObserver observer = mailbox.observer();
    Optional<Interrupted> done =
        observer.queue(
            Operation.INTERRUPT, store, thread, by, SubmitStore::interrupt, Optional::isPresent);
    done.ifPresent(cleared -> signal(thread, cleared.stopping()));
    return done;
  }

  private void signal(ThreadId thread, RunId stopping) {
    mailbox.endedUnowned();
    if (stopping == null) {
      // Jobs behind a cancelled waiting run, or jobs that this caller may not cancel, may start.
      mailbox.queued(thread);
    } else {
      stop(thread, stopping);
    }
  }

  /** Signals a stop that an interrupting submission has stored. */
  public void stop(ThreadId thread, RunId run) {
    mailbox.queued(thread);
    owners.cancel(run);
    later.run(() -> forceEndOverdue(run), patience.plus(CLOCKS));
  }

  private void forceEndOverdue(RunId run) {
    if (overdue.ended()) {
      owners.taken(run);
    }
  }
}
