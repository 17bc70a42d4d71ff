package io.awaken.store.jpa;

import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.Collectable;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.mailbox.NackResult;
import io.awaken.core.mailbox.Redrive;
import io.awaken.core.mailbox.RedriveResult;
import io.awaken.core.mailbox.RowPosition;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Transactions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The mailbox: each duty is a class of its own. */
final class JpaMailboxStore implements MailboxStore {
  private final Transactions transactions;
  private final Statements statements;
  private final Submissions submissions;
  private final Claims claims;
  private final Nacks nacks;
  private final Redrives redrives;
  private final Sweep sweep;
  private final OldRows oldRows;
  private final LeaseRenewal renewal;
  private final String due;
  private final String waiting;

  JpaMailboxStore(
      Transactions transactions, Statements statements, Settings settings, LeaseRenewal renewal) {
    this.transactions = transactions;
    this.statements = statements;
    this.renewal = renewal;
    submissions = new Submissions(transactions, statements, settings);
    claims = new Claims(transactions, statements);
    nacks = new Nacks(transactions, statements, settings);
    redrives = new Redrives(transactions, statements, settings);
    sweep = new Sweep(transactions, statements);
    oldRows = new OldRows(transactions, statements.clock());
    String earlier =
        "e.priority < j.priority OR (e.priority = j.priority AND (e.created_at < j.created_at"
            + " OR (e.created_at = j.created_at AND e.job_id < j.job_id)))";
    due =
        "SELECT j.job_id, j.thread_id, j.run_id FROM awaken_job j"
            + " JOIN awaken_thread t ON t.thread_id = j.thread_id"
            + " WHERE j.status = 'queued' AND j.available_at <= "
            + statements.clock()
            + " AND t.slot_job IS NULL AND (t.open_run IS NULL OR t.open_run = j.run_id)"
            + " AND (t.open_run IS NOT NULL OR NOT EXISTS (SELECT 1 FROM awaken_job e"
            + " WHERE e.thread_id = j.thread_id AND e.status = 'queued' AND e.available_at <= "
            + statements.clock()
            + " AND ("
            + earlier
            + "))) ORDER BY j.priority, j.created_at, j.job_id LIMIT :most";
    waiting =
        "SELECT EXISTS (SELECT 1 FROM awaken_job j WHERE j.status = 'queued' AND j.available_at <= "
            + statements.clock()
            + "), EXISTS (SELECT 1 FROM awaken_job j WHERE j.status = 'claimed' AND j.lease_until <"
            + " "
            + statements.clock()
            + "), EXISTS (SELECT 1 FROM awaken_suspension s WHERE s.status = 'open'"
            + " AND s.expires_at <= "
            + statements.clock()
            + ")";
  }

  @Override
  public SubmitResult submit(Submission submission) {
    return submissions.submit(submission);
  }

  @Override
  public List<Candidate> due(int limit) {
    List<?> rows =
        transactions.call(
            em -> em.createNativeQuery(due).setParameter("most", limit).getResultList());
    return rows.stream().map(row -> candidate((Object[]) row)).toList();
  }

  private static Candidate candidate(Object[] row) {
    return new Candidate(
        new JobId((String) row[0]), new ThreadId((String) row[1]), new RunId((String) row[2]));
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
  public boolean release(Fence fence) {
    String threadId = fence.threadId().value();
    String jobId = fence.jobId().value();
    return transactions.call(
        em ->
            statements.threads().free(em, threadId, jobId, fence.token().value())
                && statements.jobs().release(em, threadId, jobId));
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
  public RedriveResult redrive(Redrive wish) {
    return redrives.redrive(wish);
  }

  @Override
  public Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return oldRows.collect(what, olderThan, after, limit);
  }

  @Override
  public Waiting waiting() {
    Object[] row =
        transactions.call(em -> (Object[]) em.createNativeQuery(waiting).getSingleResult());
    return new Waiting((Boolean) row[0], (Boolean) row[1], (Boolean) row[2]);
  }

  @Override
  public long queueDepth() {
    return transactions.call(
        em ->
            ((Number)
                    em.createNativeQuery("SELECT count(*) FROM awaken_job WHERE status = 'queued'")
                        .getSingleResult())
                .longValue());
  }
}
