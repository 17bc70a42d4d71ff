package io.awaken.core.store.job;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.MailboxStore.Renewal;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * Keeps, returns and takes away claims (features rows 191, 193). Each method is one transaction, or
 * one per job. Thread-safe.
 */
public interface LeaseStore {

  /**
   * Extends the leases of live claims. Uses a dedicated connection, so that exhausted pools and
   * long transactions do not delay it.
   */
  Renewal renew(Collection<ClaimToken> tokens);

  /**
   * Returns a claimed job to the queue without counting an attempt. No node claims it before the
   * wait has passed, unless its run is cancelled: the next owner then ends the run.
   *
   * @return time until the job is due; empty when the caller no longer owns it
   */
  Optional<Duration> release(Fence fence, Duration wait);

  /**
   * Like {@link #release(Fence, Duration)}, without a wait.
   *
   * @return false when the caller no longer owns the job
   */
  default boolean release(Fence fence) {
    return release(fence, Duration.ZERO).isPresent();
  }

  /**
   * Reports that a claimed job could not be executed. It returns to the queue with a delay of
   * {@link MailboxStore.Settings#backoff}, or goes to the dead letter when its attempts are used
   * up: its run ends with an error and its input is retained. A cancelled run's job returns to the
   * queue without delay, and the next owner ends the run. A lost claim writes nothing.
   *
   * @param error the reason for operators, stored with the job
   * @param permanent whether further attempts are pointless
   */
  NackResult nack(Fence fence, String error, boolean permanent);

  /**
   * Reclaims jobs with expired leases: back to the queue, or to the dead letter with the run ended
   * when the attempts are used up. A job that cannot be reclaimed is skipped.
   *
   * @param limit maximum number of jobs to check
   * @param after end of the previous page
   */
  Reclaimed reclaimExpired(int limit, RowPosition after);

  /**
   * Reclaims the first page.
   *
   * @return number of reclaimed jobs
   */
  default int reclaimExpired(int limit) {
    return reclaimExpired(limit, RowPosition.START).taken();
  }

  /**
   * Ends runs that ignored an interruption, and runs whose time was used up a lease ago. Their
   * owners can no longer write.
   *
   * @param patience minimum time since the run was asked to stop
   * @return number of runs ended
   */
  int forceEndOverdue(Duration patience, int limit);

  /** The result of a failed execution. */
  sealed interface NackResult {

    /** Back in the queue with this delay. */
    record Retried(Duration in) implements NackResult {}

    /** The run ended with an error; its job is in the dead letter. */
    record Dead() implements NackResult {}

    /** The claim was lost; nothing was written. */
    record Lost() implements NackResult {}

    /** The name of the result. */
    default String outcome() {
      return switch (this) {
        case Retried retried -> "retried";
        case Dead dead -> "dead";
        case Lost lost -> "lost";
      };
    }
  }
}
