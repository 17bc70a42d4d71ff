package io.awaken.core.store.job;

import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Duration;

/**
 * What the queue holds, its dead letters and its retention (features rows 193, 194). Thread-safe.
 */
public interface QueueStore extends JobList {

  /**
   * Replaces a dead-letter job with a new run; the job becomes superseded. The input's messages get
   * new ids. Repeating the same redrive changes nothing.
   *
   * @return {@code Queued} or {@code Refused}
   */
  SubmitResult redrive(Redrive redrive);

  /**
   * Deletes a page of rows that ended longer ago than this and whose run is finished, in one short
   * transaction.
   *
   * @param limit maximum number of rows to check
   * @param after end of the previous page
   */
  Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit);

  /**
   * Returns what duties are pending: one query, so that an idle node needs no other. May report
   * false positives, never false negatives.
   */
  default Waiting waiting() {
    return new Waiting(true, true, true, false, true);
  }

  /** Returns the number of queued jobs. */
  long queueDepth();

  /** Rows of the mailbox that are deleted once they are obsolete (features row 193). */
  enum Collectable {
    /** Jobs that were accepted, superseded or cancelled. */
    ENDED_JOBS,
    /** Jobs in the dead letter. */
    DEAD_LETTERS,
    /** Messages and cancellations sent to runs. */
    INBOX,
    /** Idempotency keys older than their retention time. */
    IDEMPOTENCY_KEYS,
    /** Documents without a run, unless a node has just stored them. */
    DOCUMENTS
  }
}
