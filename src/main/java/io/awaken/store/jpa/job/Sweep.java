package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunCommand.Attempts;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.RowPosition;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;

/** Reclaims jobs with expired leases, each in a separate transaction. */
final class Sweep {
  private static final System.Logger LOG = System.getLogger(Sweep.class.getName());
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final Endings endings;
  private final String expired;

  Sweep(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.endings = statements.endings();
    expired =
        "SELECT j.thread_id, j.job_id, j.run_id, j.claim_token, j.lease_until,"
            + " j.attempt_count, j.released_count, j.max_attempts"
            + LeaseRenewal.CLAIMED
            + " JOIN awaken_thread t ON t.thread_id = j.thread_id"
            + " WHERE j.status = 'claimed' AND j.lease_until < (SELECT "
            + statements.clock()
            + ") AND (j.lease_until, j.job_id) > (:at, :id)"
            + " ORDER BY j.lease_until, j.job_id LIMIT :most"
            + statements.unlockedThreads();
  }

  Reclaimed reclaim(int limit, RowPosition after) {
    List<Expired> page = transactions.call(em -> expired(em, limit, after));
    int taken = 0;
    for (Expired job : page) {
      try {
        taken += transactions.call(em -> reclaim(em, job)) ? 1 : 0;
      } catch (Renewed e) {
        LOG.log(System.Logger.Level.DEBUG, "The lease of {0} was renewed meanwhile", job.id());
      } catch (RuntimeException e) {
        // A job that cannot be reclaimed must not block the others.
        LOG.log(
            System.Logger.Level.WARNING,
            "Job " + job.id() + " could not be reclaimed; the next sweep tries again",
            e);
      }
    }
    return new Reclaimed(taken, page.size() < limit ? null : page.getLast().position());
  }

  private List<Expired> expired(EntityManager em, int limit, RowPosition after) {
    List<?> rows =
        em.createNativeQuery(expired)
            .setParameter("at", after.at())
            .setParameter("id", after.id())
            .setParameter("most", limit)
            .getResultList();
    return rows.stream().map(row -> Expired.of((Object[]) row)).toList();
  }

  private boolean reclaim(EntityManager em, Expired expired) {
    String threadId = expired.job().threadId();
    if (!threads.free(em, threadId, expired.id(), expired.token())) {
      return false;
    }
    var expire = new RunCommand.ExpireLease(expired.attempts());
    Plan.End end = RunRules.decide(RunState.RUNNING, expire) instanceof Plan.End plan ? plan : null;
    JobStatus next = end == null ? JobStatus.QUEUED : end.job();
    if (!jobs.expire(em, threadId, expired.id(), expired.token(), next)) {
      throw new Renewed();
    }
    if (end != null) {
      endings.endRun(em, expired.job(), end);
    }
    return true;
  }

  private record Expired(Endings.Job job, String token, long leaseUntil, Attempts attempts) {

    static Expired of(Object[] row) {
      return new Expired(
          new Endings.Job((String) row[0], (String) row[1], (String) row[2]),
          (String) row[3],
          ((Number) row[4]).longValue(),
          new Attempts(number(row[5]), number(row[6]), number(row[7])));
    }

    private static int number(Object value) {
      return ((Number) value).intValue();
    }

    String id() {
      return job.jobId();
    }

    RowPosition position() {
      return new RowPosition(leaseUntil, id());
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
