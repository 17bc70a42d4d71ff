package io.awaken.core.mailbox;

import io.awaken.core.run.Claim;
import io.awaken.core.run.JobId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.NackResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Gives runs back that broke off, at once instead of when their leases run out, and says what
 * happens next.
 */
final class FailedRuns {

  private static final Logger LOG = System.getLogger(FailedRuns.class.getName());

  /**
   * From this attempt on the store is not believed to be away, but to be brought down by the run
   * itself: a value that it chokes on, or a statement that never ends in time.
   */
  private static final int MOST_OUTAGES = 20;

  private final MailboxStore store;
  private final WakeUp wakeUp;
  private final Duration afterOutage;
  private final LongSupplier nanos;

  /** When a run got no thread last; null when none has. */
  private volatile Long unbegunNanos;

  /**
   * @param afterOutage time that a store, or a node, gets to come back before a run is tried again
   * @param nanos a monotonic clock in nanoseconds
   */
  FailedRuns(MailboxStore store, WakeUp wakeUp, Duration afterOutage, LongSupplier nanos) {
    this.afterOutage = afterOutage;
    this.nanos = nanos;
    this.store = store;
    this.wakeUp = wakeUp;
  }

  void giveBack(Claim claim, Throwable failure) {
    try {
      if (isOutage(failure) && !isOutOfMemory(failure) && claim.attempt() < MOST_OUTAGES) {
        released(claim, failure);
      } else {
        nacked(claim, failure);
      }
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
      notGivenBack("run " + claim.runId() + " broke off", failure);
    }
  }

  /**
   * Gives a run back that got no thread, for whichever node has one; that is not held against it.
   * This node {@link #rests} meanwhile.
   */
  void unbegun(Claim claim, Throwable failure) {
    String run = "run " + claim.runId() + " got no thread";
    unbegunNanos = nanos.getAsLong();
    wakeUp.signalIn(afterOutage);
    try {
      String where =
          store.release(claim.fence()) ? "it is in the queue" : "its new owner continues";
      String rest = "; " + where + ", and this node begins none for " + afterOutage;
      LOG.log(Level.ERROR, run + rest, failure);
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
      notGivenBack(run, failure);
    }
  }

  /** Whether a run got no thread just now: other nodes are to have what this one cannot begin. */
  boolean rests() {
    Long since = unbegunNanos;
    return since != null && nanos.getAsLong() - since < afterOutage.toNanos();
  }

  private static void notGivenBack(String run, Throwable failure) {
    LOG.log(
        Level.ERROR,
        run + " and was not given back; it continues when its lease has run out",
        failure);
  }

  private void nacked(Claim claim, Throwable failure) {
    String run = "run " + claim.runId() + " broke off";
    switch (store.nack(claim.fence(), FailureNote.of(failure), false)) {
      case NackResult.Retried retried -> {
        wakeUp.signalIn(retried.in());
        LOG.log(Level.ERROR, run + "; its next attempt is in " + retried.in(), failure);
      }
      case NackResult.Dead dead -> {
        JobId job = claim.fence().jobId();
        String end = "; its attempts are used up, job " + job + " is in the dead letter";
        LOG.log(Level.ERROR, run + end, failure);
      }
      case NackResult.Lost lost -> LOG.log(Level.INFO, run + "; its new owner continues", failure);
    }
  }

  /** What the database fails to do is not held against a run, or an outage would end them all. */
  private void released(Claim claim, Throwable failure) {
    Optional<Duration> due = store.release(claim.fence(), afterOutage);
    if (due.isPresent()) {
      wakeUp.signalIn(due.get());
      LOG.log(
          Level.WARNING,
          "run {0} broke off, for the store did not answer ({1}); it goes on in {2}",
          claim.runId(),
          failure.getMessage(),
          due.get());
    }
  }

  /** Whether there was no memory: that is the run's own doing, whatever it brought down. */
  private static boolean isOutOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /** Whether the store did not answer, anywhere among its causes. */
  static boolean isOutage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StoreUnavailable) {
        return true;
      }
    }
    return false;
  }
}
