package io.awaken.core.mailbox;

import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.LeaseStore.NackResult;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Releases or nacks runs whose activation failed, so that they continue before their leases expire,
 * and logs what happens next.
 */
final class FailedRuns {

  private static final Logger LOG = System.getLogger(FailedRuns.class.getName());

  /**
   * From this attempt on, an outage counts as caused by the run itself, for example by a value that
   * the store rejects or a statement that always times out.
   */
  private static final int MOST_OUTAGES = 20;

  private final LeaseStore store;
  private final WakeUp wakeUp;
  private final Duration afterOutage;
  private final LongSupplier nanos;
  private final RunObserver observer;

  /** When a run last got no thread, or null. */
  private volatile Long noThreadNanos;

  /**
   * @param afterOutage time before a run is tried again after an outage of the store, or of this
   *     node
   * @param nanos a monotonic clock in nanoseconds
   */
  FailedRuns(
      LeaseStore store,
      WakeUp wakeUp,
      Duration afterOutage,
      LongSupplier nanos,
      RunObserver observer) {
    this.observer = observer;
    this.afterOutage = afterOutage;
    this.nanos = nanos;
    this.store = store;
    this.wakeUp = wakeUp;
  }

  void requeue(Claim claim, Throwable failure) {
    try {
      if (isOutage(failure) && !isOutOfMemory(failure) && claim.attempt() < MOST_OUTAGES) {
        release(claim, failure);
      } else {
        nack(claim, failure);
      }
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
      logUnreleased("run " + claim.runId() + " failed", failure);
    }
  }

  /**
   * Releases a run that got no thread; this does not count as a failed attempt. The node
   * {@linkplain #paused pauses} meanwhile.
   */
  void gotNoThread(Claim claim, Throwable failure) {
    String run = "run " + claim.runId() + " got no thread";
    noThreadNanos = nanos.getAsLong();
    wakeUp.signalIn(afterOutage);
    try {
      String where =
          release(claim.fence(), Duration.ZERO).isPresent()
              ? "it is in the queue"
              : "its new owner continues";
      String next = "; " + where + ", and this node starts no run for " + afterOutage;
      LOG.log(Level.ERROR, run + next, failure);
    } catch (RuntimeException | Error e) {
      failure.addSuppressed(e);
      logUnreleased(run, failure);
    }
  }

  /** Whether a run recently got no thread, so that this node leaves the queue to other nodes. */
  boolean paused() {
    Long since = noThreadNanos;
    return since != null && nanos.getAsLong() - since < afterOutage.toNanos();
  }

  private static void logUnreleased(String run, Throwable failure) {
    LOG.log(
        Level.ERROR,
        run + " and could not be released; it continues when its lease expires",
        failure);
  }

  private void nack(Claim claim, Throwable failure) {
    String run = "run " + claim.runId() + " failed";
    switch (nack(claim.fence(), FailureNote.of(failure))) {
      case NackResult.Retried retried -> {
        wakeUp.signalIn(retried.in());
        LOG.log(Level.ERROR, run + "; its next attempt is in " + retried.in(), failure);
      }
      case NackResult.Dead dead -> {
        JobId job = claim.fence().jobId();
        String end = "; its attempts are used up, job " + job + " is a dead letter";
        LOG.log(Level.ERROR, run + end, failure);
      }
      case NackResult.Lost lost -> LOG.log(Level.INFO, run + "; its new owner continues", failure);
    }
  }

  /**
   * An outage of the database does not count as a failed attempt; otherwise it would use up every
   * run's attempts.
   */
  private void release(Claim claim, Throwable failure) {
    Optional<Duration> due = release(claim.fence(), afterOutage);
    if (due.isPresent()) {
      wakeUp.signalIn(due.get());
      LOG.log(
          Level.WARNING,
          "run {0} was released because the store is unavailable ({1}); it continues in {2}",
          claim.runId(),
          failure.getMessage(),
          due.get());
    }
  }

  private NackResult nack(Fence fence, String note) {
    long since = observer.now();
    NackResult result = null;
    try {
      result = store.nack(fence, note, false);
      return result;
    } finally {
      observer.queue(Operation.NACK, result == null ? null : result.outcome(), since);
    }
  }

  /** See {@link LeaseStore#release}. */
  Optional<Duration> release(Fence fence, Duration wait) {
    return observer.queue(
        Operation.RELEASE, store, fence, wait, LeaseStore::release, Optional::isPresent);
  }

  /** Whether memory ran out. That counts as a failed attempt, even if it also broke the store. */
  private static boolean isOutOfMemory(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryError) {
        return true;
      }
    }
    return false;
  }

  /** Whether the store was unavailable, anywhere among the causes. */
  static boolean isOutage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof StoreUnavailable) {
        return true;
      }
    }
    return false;
  }
}
