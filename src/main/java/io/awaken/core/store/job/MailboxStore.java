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
 * The durable mailbox (features rows 188-191, 193, 194). Each method is one transaction, or one for
 * each job that it goes through; what decides who owns a thread is the conditional update of its
 * row. All times are the database's. Thread-safe.
 */
public interface MailboxStore extends JobList {

  /**
   * Accepts a run, or says why not; when it was refused, nothing of it was written.
   *
   * @throws Unavailable when others change the thread all the time
   */
  SubmitResult submit(Submission submission);

  /** What came of the same key before; empty for a submission without one, or with a new one. */
  Optional<SubmitResult> before(Submission submission);

  /**
   * Candidates to claim: queued, available, on a free thread. Tenants take turns, in an order of
   * the store's: the first of each of them come before the second of any. Within a tenant by
   * priority, then age. Read without a lock.
   *
   * @param after the tenant that had the last turn, behind which the order begins; null to begin
   *     anywhere
   */
  List<Candidate> due(int limit, String after);

  /** The same, whoever had the last turn. */
  default List<Candidate> due(int limit) {
    return due(limit, null);
  }

  /**
   * Claims a job: takes the thread's slot, raises its epoch, counts the attempt and, the first
   * time, cuts the thread where the run supersedes messages, and appends the input to it. A job
   * whose rows nobody can read, or that cannot cut its thread any more, goes to the dead letter in
   * the same transaction. A run that was asked to stop, or whose time is used up, ends instead.
   *
   * @return empty when somebody else was faster, or nobody can execute it
   */
  Optional<Claim> claim(Candidate candidate, ClaimToken token);

  /**
   * Extends the leases of live claims. Runs on a connection of its own, so that exhausted pools and
   * long transactions do not delay it.
   */
  Renewal renew(Collection<ClaimToken> tokens);

  /**
   * Hands a claimed job back to the queue for anyone without costing an attempt; nobody claims it
   * before this time has passed, unless its run was asked to stop: whoever claims it ends that.
   *
   * @return in what time it is due; empty when it was not owned any more
   */
  Optional<Duration> release(Fence fence, Duration wait);

  /**
   * The same at once.
   *
   * @return false when it was not owned any more
   */
  default boolean release(Fence fence) {
    return release(fence, Duration.ZERO).isPresent();
  }

  /**
   * Gives a claimed job back whose run could not be executed: to the queue, from which it is not
   * claimed before {@link Settings#backoff} has passed, or to the dead letter when its attempts are
   * used up. There its run ends with an error, and its input is kept. One that was asked to stop
   * goes to the queue at once, to be ended by whoever claims it. Of a claim that is lost nothing is
   * written.
   *
   * @param error why, for operators; kept with the job
   * @param permanent whether it is of no use to try again
   */
  NackResult nack(Fence fence, String error, boolean permanent);

  /**
   * Takes jobs whose lease ran out away from their owners: back to the queue, or to the dead letter
   * with the run ended when the attempts are used up. A job that cannot be taken is passed by.
   *
   * @param limit jobs looked at
   * @param after where the page before ended
   */
  Reclaimed reclaimExpired(int limit, RowPosition after);

  /**
   * The first page of them.
   *
   * @return jobs taken
   */
  default int reclaimExpired(int limit) {
    return reclaimExpired(limit, RowPosition.START).taken();
  }

  /**
   * Makes a new run of what is in the dead letter, and takes it from there: it is superseded. The
   * input's messages get ids of their own. Repeating the same wish changes nothing.
   *
   * @return {@code Queued} or {@code Refused}
   */
  SubmitResult redrive(Redrive wish);

  /**
   * Deletes a page of rows that ended so long ago, and whose run is done, in one short transaction.
   *
   * @param limit rows looked at
   * @param after where the page before ended
   */
  Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit);

  /**
   * What waits for a node: one query, so that a node which idles asks no other. May see something
   * where there is nothing to do, and never the other way round.
   */
  default Waiting waiting() {
    return new Waiting(true, true, true, false, true);
  }

  /**
   * Clears a thread: raises its generation, ends the runs whose queued jobs are superseded by that
   * and a run that waits, and asks one that executes to stop. That run's own end is valid; see
   * {@link #forceEndOverdue}.
   *
   * @return empty when there is no such thread for this caller
   */
  Optional<Interrupted> interrupt(ThreadId threadId, Caller by);

  /**
   * Ends runs that were asked to stop by an interruption and have not, or whose time was used up a
   * lease before: their owners write nothing any more.
   *
   * @param patience how long ago they were asked, or must have heard of it, at the least
   * @return runs ended
   */
  int forceEndOverdue(Duration patience, int limit);

  /**
   * The same mailbox for a node whose runs are pinned to what they resolve when they begin: the
   * hash is written with whatever makes them begin, and what it names is there before.
   */
  MailboxStore pinning(Pins pins);

  /** Jobs that wait in the queue. */
  long queueDepth();

  /**
   * Times of the mailbox; defaults are those of features row 193.
   *
   * @param keepKeys how long the key of a request is known
   * @param bounds how much it takes in
   */
  record Settings(
      Duration lease,
      int maxAttempts,
      String nodeId,
      Backoff backoff,
      Duration keepKeys,
      Bounds bounds) {

    /** With the usual bounds. */
    public Settings(
        Duration lease, int maxAttempts, String nodeId, Backoff backoff, Duration keepKeys) {
      this(lease, maxAttempts, nodeId, backoff, keepKeys, Bounds.DEFAULT);
    }

    /** With keys that are known as long as usual. */
    public Settings(Duration lease, int maxAttempts, String nodeId, Backoff backoff) {
      this(lease, maxAttempts, nodeId, backoff, IdempotencyKey.KEPT);
    }

    /** With the default backoff as well. */
    public Settings(Duration lease, int maxAttempts, String nodeId) {
      this(lease, maxAttempts, nodeId, Backoff.DEFAULT);
    }
  }

  /**
   * How much a mailbox takes in.
   *
   * @param queued jobs of a thread that may wait in the queue; exact unless half as many come at
   *     the same moment
   * @param unread requests whose messages may wait for a run that has not taken them in
   * @param runTime time that a run may take from its first claim on, while a node has it: without
   *     what it waits for decisions or in the queue, and without outages; one that is under way
   *     keeps what it began with
   * @param unreadBytes of such messages
   * @param thread how much a thread may hold
   */
  record Bounds(int queued, int unread, Duration runTime, long unreadBytes, ThreadLimits thread) {

    /** With threads and unread messages as large as usual. */
    public Bounds(int queued, int unread, Duration runTime) {
      this(queued, unread, runTime, UNREAD_BYTES, ThreadLimits.DEFAULT);
    }

    /** Bytes of unread messages unless told: 8 MiB. */
    public static final long UNREAD_BYTES = 8 << 20;

    /** As much as any run can take. */
    public static final Duration UNLIMITED = Duration.ofDays(365_000);

    public static final Bounds DEFAULT = new Bounds(1_000, 100, UNLIMITED);
  }

  /**
   * A page of jobs whose leases ran out.
   *
   * @param taken those that were taken
   * @param next where the next page begins; null when this was the last
   */
  record Reclaimed(int taken, RowPosition next) {}

  /**
   * A page of rows that were to be deleted.
   *
   * @param removed those that were
   * @param next where the next page begins; null when this was the last
   */
  record Collected(int removed, RowPosition next) {}

  /**
   * What may have to be done.
   *
   * @param jobs some are queued and due
   * @param leases some ran out, or some runs were interrupted, or have used up their time, and have
   *     not ended
   * @param questions some were not decided in time
   * @param removals some threads are deleted, and not all of their rows are removed
   * @param outbox plugins have to be told something that its writer has not told them
   */
  record Waiting(
      boolean jobs, boolean leases, boolean questions, boolean removals, boolean outbox) {}

  /** A job that may be claimed. */
  record Candidate(JobId jobId, ThreadId threadId, RunId runId) {}

  /**
   * What a renewal found.
   *
   * @param owned claims that were extended; the others are lost, unless they are busy
   * @param cancelRequested runs among them that somebody asked to cancel
   * @param inboxPending runs among them for which decisions or messages are stored that they have
   *     not acted on
   * @param busy claims whose jobs somebody writes at this moment, maybe their owners: they were not
   *     extended, and are not lost
   * @param overdue claims among them whose runs have used up their time
   */
  record Renewal(
      Set<ClaimToken> owned,
      Set<RunId> cancelRequested,
      Set<RunId> inboxPending,
      Set<ClaimToken> busy,
      Set<ClaimToken> overdue) {

    /** With all that are not lost extended, and in time. */
    public Renewal(Set<ClaimToken> owned, Set<RunId> cancelRequested, Set<RunId> inboxPending) {
      this(owned, cancelRequested, inboxPending, Set.of(), Set.of());
    }
  }

  /**
   * What an interruption did (features row 192).
   *
   * @param generation of the thread now
   * @param stopping the run that executes and was asked to stop, or null
   * @param superseded queued jobs that are not executed any more
   */
  record Interrupted(long generation, RunId stopping, int superseded) {}
}
