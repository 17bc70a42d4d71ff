package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.Collectable;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.NackResult;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.job.RowPosition;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.document.JpaDocumentStore;
import io.awaken.store.jpa.document.Pinning;
import io.awaken.store.jpa.statement.DueJobs;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.submission.Interruptions;
import io.awaken.store.jpa.submission.Submissions;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The mailbox; each duty is a separate class. */
public final class JpaMailboxStore implements MailboxStore {
  private final Transactions transactions;
  private final Statements statements;
  private final Submissions submissions;
  private final Claims claims;
  private final Nacks nacks;
  private final Redrives redrives;
  private final Sweep sweep;
  private final Interruptions interruptions;
  private final TakeOvers takeOvers;
  private final OldRows oldRows;
  private final LeaseRenewal renewal;
  private final Settings settings;
  private final JpaDocumentStore documents;
  private final DueJobs due;
  private final String waiting;

  /**
   * @param pins documents for runs that start
   */
  public JpaMailboxStore(
      Transactions transactions,
      Statements statements,
      Settings settings,
      LeaseRenewal renewal,
      JpaDocumentStore documents,
      Pins pins) {
    this.transactions = transactions;
    this.statements = statements;
    this.settings = settings;
    this.renewal = renewal;
    this.documents = documents;
    var pinning = new Pinning(pins, documents);
    submissions = new Submissions(transactions, statements, settings, pinning);
    claims = new Claims(transactions, statements, settings.bounds().thread(), pinning);
    nacks = new Nacks(transactions, statements, settings);
    redrives = new Redrives(transactions, statements, settings);
    sweep = new Sweep(transactions, statements);
    interruptions = new Interruptions(transactions, statements);
    takeOvers = new TakeOvers(transactions, statements, settings);
    oldRows = new OldRows(transactions, statements.clock());
    due = new DueJobs(statements.product());
    // Evaluated once, so that an index can use it.
    String now = "(SELECT " + statements.clock() + ")";
    waiting =
        "SELECT EXISTS (SELECT 1 FROM awaken_queue q WHERE q.available_at <= "
            + now
            + "), EXISTS (SELECT 1"
            + LeaseRenewal.CLAIMED
            + " JOIN awaken_thread t ON t.thread_id = j.thread_id WHERE j.status = 'claimed'"
            + " AND (j.lease_until < "
            + now
            + " OR j.generation < t.generation OR j.deadline_at < "
            + now
            + ")), EXISTS (SELECT 1 FROM awaken_suspension s WHERE"
            + " s.status = 'open' AND s.expires_at <= "
            + now
            + "), EXISTS (SELECT 1 FROM awaken_deleted_thread), "
            + statements.outbox().waiting();
  }

  @Override
  public MailboxStore pinning(Pins pins) {
    return new JpaMailboxStore(transactions, statements, settings, renewal, documents, pins);
  }

  @Override
  public SubmitResult submit(Submission submission) {
    return submissions.submit(submission);
  }

  @Override
  public Optional<SubmitResult> before(Submission submission) {
    return submissions.before(submission);
  }

  @Override
  public List<Candidate> due(int limit, String after) {
    return transactions.call(em -> due.read(em, limit, after));
  }

  @Override
  public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    return claims.claim(candidate, token);
  }

  @Override
  public Renewal renew(Collection<ClaimToken> tokens) {
    return renewal.renew(tokens);
  }

  @Override
  public Optional<Duration> release(Fence fence, Duration wait) {
    return transactions.call(em -> release(em, fence, wait));
  }

  private Optional<Duration> release(EntityManager em, Fence fence, Duration wait) {
    String threadId = fence.threadId().key();
    String jobId = fence.jobId().value();
    if (!statements.threads().free(em, threadId, jobId, fence.token().value())) {
      return Optional.empty();
    }
    boolean stop =
        !wait.isZero() && statements.runs().cancelPending(em, threadId, fence.runId().value());
    return RunRules.decide(RunState.executing(stop), new RunCommand.HandOver(wait))
                instanceof Plan.Requeue(Duration delay)
            && statements.jobs().release(em, threadId, jobId, delay)
        ? Optional.of(delay)
        : Optional.empty();
  }

  @Override
  public NackResult nack(Fence fence, String error, boolean permanent) {
    return nacks.nack(fence, error, permanent);
  }

  @Override
  public Reclaimed reclaimExpired(int limit, RowPosition after) {
    return sweep.reclaim(limit, after);
  }

  @Override
  public SubmitResult redrive(Redrive redrive) {
    return redrives.redrive(redrive);
  }

  @Override
  public Page<JobRecord> jobs(JobQuery query) {
    return transactions.call(em -> JobLists.page(em, query));
  }

  @Override
  public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return what == Collectable.DOCUMENTS
        ? documents.collect(olderThan, after, limit)
        : oldRows.collect(what, olderThan, after, limit);
  }

  @Override
  public Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return interruptions.interrupt(threadId, by);
  }

  @Override
  public int forceEndOverdue(Duration patience, int limit) {
    return takeOvers.takeOver(patience, limit);
  }

  @Override
  public Waiting waiting() {
    Object[] row =
        transactions.call(em -> (Object[]) em.createNativeQuery(waiting).getSingleResult());
    return new Waiting(
        (Boolean) row[0], (Boolean) row[1], (Boolean) row[2], (Boolean) row[3], (Boolean) row[4]);
  }

  @Override
  public long queueDepth() {
    return transactions.call(
        em ->
            ((Number) em.createNativeQuery("SELECT count(*) FROM awaken_queue").getSingleResult())
                .longValue());
  }
}
