package io.awaken.core.store.job;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.store.thread.ThreadLimits;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The durable mailbox (features rows 188-191, 193, 194). Each method is one transaction, or one
 * transaction per job. A conditional update of the thread row decides which node owns a thread. All
 * times are the database's. Thread-safe.
 */
public interface MailboxStore extends JobList {

  /**
   * Accepts a run or refuses it; a refused run writes nothing.
   *
   * @throws Unavailable when other transactions change the thread again and again
   */
  SubmitResult submit(Submission submission);

  /**
   * Returns the earlier result of the submission's idempotency key; empty without a key or with a
   * new one.
   */
  Optional<SubmitResult> before(Submission submission);

  /**
   * Returns claimable jobs: queued, due, on a free thread. Tenants take turns in a stable order:
   * the first job of every tenant comes before the second job of any. Within a tenant, jobs are
   * ordered by priority, then age. Read without a lock.
   *
   * @param after the tenant that had the last turn; the order starts after it. Null to start
   *     anywhere
   */
  List<Candidate> due(int limit, String after);

  /** Like {@link #due(int, String)}, starting at any tenant. */
  default List<Candidate> due(int limit) {
    return due(limit, null);
  }

  /**
   * Claims a job: takes the thread's slot, raises its epoch and counts the attempt. The first claim
   * also cuts the thread if the run supersedes messages, and appends the input. A job that is
   * unreadable or can no longer cut its thread goes to the dead letter in the same transaction. A
   * cancelled or overdue run ends instead.
   *
   * @return empty when another node claimed it first, or no node can execute it
   */
  Optional<Claim> claim(Candidate candidate, ClaimToken token);

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
   * {@link Settings#backoff}, or goes to the dead letter when its attempts are used up: its run
   * ends with an error and its input is retained. A cancelled run's job returns to the queue
   * without delay, and the next owner ends the run. A lost claim writes nothing.
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

  /**
   * Interrupts a thread: raises its generation, cancels queued and waiting runs and asks the
   * executing one to stop. That run may still commit its own ending; see {@link #forceEndOverdue}.
   *
   * @return empty when the caller has no such thread
   */
  Optional<Interrupted> interrupt(ThreadId threadId, Caller by);

  /**
   * Ends runs that ignored an interruption, and runs whose time was used up a lease ago. Their
   * owners can no longer write.
   *
   * @param patience minimum time since the run was asked to stop
   * @return number of runs ended
   */
  int forceEndOverdue(Duration patience, int limit);

  /**
   * Returns this mailbox for a node that pins its runs: the transaction that starts a run also
   * stores the hash of the resolved document, which was stored before.
   */
  MailboxStore pinning(Pins pins);

  /** Returns the number of queued jobs. */
  long queueDepth();

  /**
   * Settings of the mailbox; defaults are those of features row 193.
   *
   * @param keepKeys retention time of idempotency keys
   * @param bounds capacity limits
   */
  record Settings(
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
  record Bounds(int queued, int unread, Duration runTime, long unreadBytes, ThreadLimits thread) {

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
  record Reclaimed(int taken, RowPosition next) {}

  /**
   * A page of a collection.
   *
   * @param removed number of deleted rows
   * @param next start of the next page; null when this was the last
   */
  record Collected(int removed, RowPosition next) {}

  /**
   * The pending duties.
   *
   * @param jobs jobs are queued and due
   * @param leases leases have expired, or runs that were interrupted or are overdue have not ended
   * @param questions suspensions have expired undecided
   * @param removals deleted threads still have rows
   * @param outbox outbox entries were not delivered by their writer
   */
  record Waiting(
      boolean jobs, boolean leases, boolean questions, boolean removals, boolean outbox) {}

  /** A claimable job. */
  record Candidate(JobId jobId, ThreadId threadId, RunId runId) {}

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
  record Renewal(
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
  record Interrupted(long generation, RunId stopping, int superseded) {}
}
