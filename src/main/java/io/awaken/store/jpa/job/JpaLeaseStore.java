package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunCommand.Attempts;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.MailboxStore.Renewal;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.RowPosition;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.Pending;
import io.awaken.store.jpa.statement.RunUpdates;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Claims from their beginning on. Freeing the thread's slot is the lock and the condition of each
 * change; jobs of other owners change in a transaction each, so that one that cannot be changed
 * does not block the others.
 */
public final class JpaLeaseStore implements LeaseStore {
  private static final System.Logger LOG = System.getLogger(JpaLeaseStore.class.getName());
  private static final String LATE = "it did not stop when its time was used up";
  private static final String ATTEMPTS =
      "SELECT j.attempt_count, j.released_count, j.max_attempts, CASE WHEN EXISTS ("
          + Pending.cancellationOf("j")
          + ")"
          + " THEN 1 ELSE 0 END AS cancelled"
          + " FROM awaken_job j WHERE j.thread_key = :thread AND j.job_id = :job";
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final Endings endings;
  private final LeaseRenewal renewal;
  private final Settings settings;
  private final String expired;
  private final String overdue;

  public JpaLeaseStore(
      Transactions transactions, Statements statements, Settings settings, LeaseRenewal renewal) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.runs = statements.runs();
    this.endings = statements.endings();
    this.renewal = renewal;
    this.settings = settings;
    String claimed =
        LeaseRenewal.CLAIMED
            + " JOIN awaken_thread t ON t.thread_key = j.thread_key JOIN awaken_run r"
            + " ON r.thread_key = j.thread_key AND r.run_key = j.run_key"
            + " WHERE j.status = 'claimed' AND ";
    expired =
        "SELECT t.thread_id, j.job_id, r.run_id, j.claim_token, j.lease_until,"
            + " j.attempt_count, j.released_count, j.max_attempts"
            + claimed
            + "j.lease_until < (SELECT "
            + statements.clock()
            + ") AND (j.lease_until, j.job_id) > (:at, :id)"
            + " ORDER BY j.lease_until, j.job_id LIMIT :most"
            + statements.unlockedThreads();
    // The sweep reclaims jobs with expired leases.
    String late =
        "(j.deadline_at <= "
            + statements.clock()
            + " - :late AND j.lease_until >= "
            + statements.clock()
            + ")";
    overdue =
        "SELECT t.thread_id, j.job_id, r.run_id, j.claim_token, CASE WHEN "
            + late
            + " THEN 1 ELSE 0 END AS late"
            + claimed
            + "("
            + late
            + " OR j.generation < t.generation AND EXISTS ("
            + Pending.cancellationOf("j")
            + " AND i.created_at <= "
            + statements.clock()
            + " - :patience)) ORDER BY j.lease_until LIMIT :most"
            + statements.unlockedThreads();
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
    UUID threadKey = Keys.thread(fence.threadId());
    String jobId = fence.jobId().value();
    if (!threads.releaseSlot(em, threadKey, jobId, fence.token().value())) {
      return Optional.empty();
    }
    boolean stop = !wait.isZero() && runs.cancelPending(em, threadKey, Keys.run(fence.runId()));
    return RunRules.decide(RunState.executing(stop), new RunCommand.Release(wait))
                instanceof Plan.Requeue(Duration delay)
            && jobs.release(em, threadKey, jobId, delay)
        ? Optional.of(delay)
        : Optional.empty();
  }

  /** After an ambiguous commit the caller learns that the claim is lost, which is true. */
  @Override
  public NackResult nack(Fence fence, String error, boolean permanent) {
    return AmbiguousCommits.call(transactions, em -> nack(em, fence, error, permanent));
  }

  private NackResult nack(EntityManager em, Fence fence, String error, boolean permanent) {
    UUID threadKey = Keys.thread(fence.threadId());
    String jobId = fence.jobId().value();
    if (!threads.releaseSlot(em, threadKey, jobId, fence.token().value())) {
      return new NackResult.Lost();
    }
    Object[] row = Sql.row(em, ATTEMPTS, "thread", threadKey, "job", jobId);
    var nack = new RunCommand.Nack(permanent, attempts(row, 0), settings.backoff());
    return switch (RunRules.decide(RunState.executing(Sql.number(row[3]) == 1), nack)) {
      case Plan.End end -> {
        endings.end(
            em, new Endings.Job(fence.threadId().key(), jobId, fence.runId().value()), end, error);
        yield new NackResult.Dead();
      }
      case Plan.Requeue(Duration delay) -> {
        jobs.retry(em, threadKey, jobId, error, delay);
        yield new NackResult.Retried(delay);
      }
      case Plan other -> throw new IllegalStateException("no plan for a nack: " + other);
    };
  }

  @Override
  public Reclaimed reclaimExpired(int limit, RowPosition after) {
    List<Claimed> page =
        claimed(
            limit,
            expired,
            query -> query.setParameter("at", after.at()).setParameter("id", after.id()));
    int taken = 0;
    for (Claimed claim : page) {
      try {
        taken += transactions.call(em -> reclaim(em, claim)) ? 1 : 0;
      } catch (Renewed e) {
        LOG.log(System.Logger.Level.DEBUG, "The lease of {0} was renewed meanwhile", claim.id());
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Job " + claim.id() + " could not be reclaimed; the next sweep tries again",
            e);
      }
    }
    return new Reclaimed(taken, page.size() < limit ? null : page.getLast().position());
  }

  private boolean reclaim(EntityManager em, Claimed claim) {
    UUID threadKey = claim.job().thread();
    if (!threads.releaseSlot(em, threadKey, claim.id(), claim.token())) {
      return false;
    }
    var expire = new RunCommand.ExpireLease(attempts(claim.row(), 5));
    Plan.End end = RunRules.decide(RunState.RUNNING, expire) instanceof Plan.End plan ? plan : null;
    JobStatus next = end == null ? JobStatus.QUEUED : end.job();
    if (!jobs.expire(em, threadKey, claim.id(), claim.token(), next)) {
      throw new Renewed();
    }
    if (end != null) {
      endings.endRun(em, claim.job(), end);
    }
    return true;
  }

  @Override
  public int forceEndOverdue(Duration patience, int limit) {
    List<Claimed> page =
        claimed(
            limit,
            overdue,
            query ->
                query
                    .setParameter("patience", patience.toMillis())
                    .setParameter("late", patience.plus(settings.lease()).toMillis()));
    int ended = 0;
    for (Claimed claim : page) {
      try {
        ended += transactions.call(em -> forceEnd(em, claim)) ? 1 : 0;
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Run "
                + claim.job().runId()
                + " that does not stop could not be ended; the next check tries again",
            e);
      }
    }
    return ended;
  }

  private boolean forceEnd(EntityManager em, Claimed claim) {
    Endings.Job job = claim.job();
    if (!threads.releaseSlot(em, job.thread(), job.jobId(), claim.token())) {
      return false;
    }
    boolean late = Sql.number(claim.row()[4]) == 1;
    if (!(RunRules.decide(RunState.executing(!late), new RunCommand.ForceEnd(late))
        instanceof Plan.End end)) {
      return false;
    }
    endings.end(em, job, end, LATE);
    return true;
  }

  private List<Claimed> claimed(int limit, String sql, UnaryOperator<Query> parameters) {
    return transactions.call(
        em -> {
          Query query = em.createNativeQuery(sql).setParameter("most", limit);
          List<?> rows = parameters.apply(query).getResultList();
          return rows.stream().map(row -> new Claimed((Object[]) row)).toList();
        });
  }

  private static Attempts attempts(Object[] row, int at) {
    return new Attempts(
        (int) Sql.number(row[at]), (int) Sql.number(row[at + 1]), (int) Sql.number(row[at + 2]));
  }

  /** A claimed job as read without a lock: thread, job, run, token, and what its query adds. */
  private record Claimed(Object[] row) {

    Endings.Job job() {
      return new Endings.Job((String) row[0], (String) row[1], (String) row[2]);
    }

    String id() {
      return (String) row[1];
    }

    String token() {
      return (String) row[3];
    }

    RowPosition position() {
      return new RowPosition(Sql.number(row[4]), id());
    }
  }

  /** Rolls back when the owner has renewed its lease. */
  private static final class Renewed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Renewed() {
      super("renewed", null, false, false);
    }
  }
}
