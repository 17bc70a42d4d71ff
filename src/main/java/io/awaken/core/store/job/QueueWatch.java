package io.awaken.core.store.job;

import io.awaken.core.run.JobId;
import io.awaken.core.store.StoreUnavailable;
import java.time.Duration;
import java.util.Optional;

/**
 * Looks at the queue of all nodes without claiming anything, for health and metrics. Each call is
 * one query, which waits behind no transaction of this node. Thread-safe; every method throws
 * {@link StoreUnavailable} while the store does not answer.
 */
public interface QueueWatch {

  /**
   * A job that nodes may claim: the first of the first tenant. Empty when nothing waits but for a
   * thread or a time. As cheap as their own look, however long the queue is.
   */
  Optional<Due> nextDue();

  /** The queue in numbers. */
  Figures figures();

  /**
   * A job that may be claimed.
   *
   * @param attempt claims so far, without those that were given back at no cost
   * @param waited since it became available; its thread may have become free only later
   */
  record Due(JobId jobId, int attempt, Duration waited) {}

  /**
   * The queue of all nodes.
   *
   * @param queued jobs that wait, whatever for
   * @param deadLetters jobs that were given up
   * @param oldest since when the oldest job that may be claimed is available; zero without one
   * @param oldestSnapshot age of the oldest transaction that keeps dead rows from being cleared
   *     away, of those that the user of the database may see; zero without one, null where the
   *     database does not tell
   */
  record Figures(long queued, long deadLetters, Duration oldest, Duration oldestSnapshot) {}
}
