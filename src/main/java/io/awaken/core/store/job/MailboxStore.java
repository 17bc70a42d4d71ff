package io.awaken.core.store.job;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.thread.ThreadLimits;
import java.time.Duration;
import java.util.Set;

/**
 * The durable mailbox (features rows 188-191, 193, 194), by use. All times are the database's.
 *
 * @param submits accepts and interrupts runs
 * @param claims gives jobs to nodes
 * @param leases keeps and returns claims
 * @param queue lists and collects jobs
 */
public record MailboxStore(
    SubmitStore submits, ClaimStore claims, LeaseStore leases, QueueStore queue) {

  /** The mailbox of a node that pins its runs; see {@link SubmitStore#pinning}. */
  public MailboxStore pinning(Pins pins) {
    return new MailboxStore(submits.pinning(pins), claims.pinning(pins), leases, queue);
  }

  /**
   * Settings of the mailbox; defaults are those of features row 193.
   *
   * @param keepKeys retention time of idempotency keys
   * @param bounds capacity limits
   */
  public record Settings(
      Duration lease,
      int maxAttempts,
      String nodeId,
      Backoff backoff,
      Duration keepKeys,
      Bounds bounds) {

    /** With the default bounds. */
    public Settings(
        Duration lease, int maxAttempts, String nodeId, Backoff backoff, Duration keepKeys) {
      this(lease, maxAttempts, nodeId, backoff, keepKeys, Bounds.DEFAULT);
    }

    /** With the default retention of idempotency keys. */
    public Settings(Duration lease, int maxAttempts, String nodeId, Backoff backoff) {
      this(lease, maxAttempts, nodeId, backoff, IdempotencyKey.KEPT);
    }

    /** With the default backoff, too. */
    public Settings(Duration lease, int maxAttempts, String nodeId) {
      this(lease, maxAttempts, nodeId, Backoff.DEFAULT);
    }
  }

  /**
   * Capacity limits of a mailbox.
   *
   * @param queued maximum queued jobs of a thread; exact unless half as many arrive concurrently
   * @param unread maximum requests whose messages wait for a run that has not consumed them
   * @param runTime maximum time of a run from its first claim, while a node owns it: without
   *     waiting for decisions, queueing and outages; a change does not affect runs that have
   *     started
   * @param unreadBytes maximum bytes of such messages
   * @param thread maximum size of a thread
   */
  public record Bounds(
      int queued, int unread, Duration runTime, long unreadBytes, ThreadLimits thread) {

    /** With the default limits of threads and unread messages. */
    public Bounds(int queued, int unread, Duration runTime) {
      this(queued, unread, runTime, UNREAD_BYTES, ThreadLimits.DEFAULT);
    }

    /** Default maximum of unread bytes: 8 MiB. */
    public static final long UNREAD_BYTES = 8 << 20;

    /** No time limit. */
    public static final Duration UNLIMITED = Duration.ofDays(365_000);

    public static final Bounds DEFAULT = new Bounds(1_000, 100, UNLIMITED);
  }

  /**
   * A page of jobs with expired leases.
   *
   * @param taken number of reclaimed jobs
   * @param next start of the next page; null when this was the last
   */
  public record Reclaimed(int taken, RowPosition next) {}

  /**
   * A page of a collection.
   *
   * @param removed number of deleted rows
   * @param next start of the next page; null when this was the last
   */
  public record Collected(int removed, RowPosition next) {}

  /**
   * The pending duties.
   *
   * @param jobs jobs are queued and due
   * @param leases leases have expired, or runs that were interrupted or are overdue have not ended
   * @param questions suspensions have expired undecided
   * @param removals deleted threads still have rows
   * @param outbox outbox entries were not delivered by their writer
   */
  public record Waiting(
      boolean jobs, boolean leases, boolean questions, boolean removals, boolean outbox) {}

  /** A claimable job. */
  public record Candidate(JobId jobId, ThreadId threadId, RunId runId) {}

  /**
   * The result of a renewal.
   *
   * @param owned extended claims; the others are lost, unless they are busy
   * @param cancelRequested runs among them that were asked to cancel
   * @param inboxPending runs among them with stored decisions or messages that they have not
   *     consumed
   * @param busy claims whose jobs another transaction is changing, perhaps their owner's: not
   *     extended, but not lost
   * @param overdue claims among them whose runs have used up their time
   */
  public record Renewal(
      Set<ClaimToken> owned,
      Set<RunId> cancelRequested,
      Set<RunId> inboxPending,
      Set<ClaimToken> busy,
      Set<ClaimToken> overdue) {

    /** With no busy or overdue claims. */
    public Renewal(Set<ClaimToken> owned, Set<RunId> cancelRequested, Set<RunId> inboxPending) {
      this(owned, cancelRequested, inboxPending, Set.of(), Set.of());
    }
  }

  /**
   * The result of an interruption (features row 192).
   *
   * @param generation the thread's new generation
   * @param stopping the executing run that was asked to stop, or null
   * @param superseded number of cancelled queued jobs
   */
  public record Interrupted(long generation, RunId stopping, int superseded) {}
}
