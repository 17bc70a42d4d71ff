package io.awaken.core.store.job;

import io.awaken.core.run.JobId;
import io.awaken.core.store.StoreUnavailable;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads the queue of all nodes for health and metrics, without claiming. Each call is one query
 * that waits for no transaction of this node. Thread-safe; every method throws {@link
 * StoreUnavailable} while the store is unavailable.
 */
public interface QueueWatch {

  /**
   * Returns a claimable job: the first of the first tenant. Empty when every job waits for its
   * thread or its time. As cheap as a node's poll, however long the queue is.
   */
  Optional<Due> nextDue();

  /** Returns the figures of the queue. */
  Figures figures();

  /**
   * A claimable job.
   *
   * @param attempt number of claims, without those released at no cost
   * @param waited time since it became available; its thread may have become free later
   */
  record Due(JobId jobId, int attempt, Duration waited) {}

  /**
   * The queue of all nodes.
   *
   * @param queued number of queued jobs, due or not
   * @param deadLetters number of dead-letter jobs
   * @param oldest age of the oldest claimable job; zero without one
   * @param oldestSnapshot age of the oldest transaction that prevents vacuum from removing dead
   *     rows, among those visible to the database user; zero without one, null where the database
   *     does not report it
   */
  record Figures(long queued, long deadLetters, Duration oldest, Duration oldestSnapshot) {}
}
