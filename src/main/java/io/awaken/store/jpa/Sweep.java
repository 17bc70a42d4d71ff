package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.util.List;

/** Takes jobs whose lease ran out away from their owners, each in a transaction of its own. */
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
        "SELECT j.thread_id, j.job_id, j.run_id, j.claim_token, j.attempt_count,"
            + " j.released_count, j.max_attempts, r.parent_run_id FROM awaken_job j"
            + " JOIN awaken_run r ON r.thread_id = j.thread_id AND r.run_id = j.run_id"
            + " WHERE j.status = 'claimed' AND j.lease_until < "
            + statements.clock()
            + " ORDER BY j.lease_until LIMIT :most";
  }

  int reclaim(int limit) {
    int taken = 0;
    for (Expired job : transactions.call(em -> expired(em, limit))) {
      try {
        taken += transactions.call(em -> reclaim(em, job)) ? 1 : 0;
      } catch (Renewed e) {
        LOG.log(System.Logger.Level.DEBUG, "The lease of {0} was renewed after all", job.jobId());
      } catch (RuntimeException e) {
        // One row that cannot be taken must not keep the others from being taken.
        LOG.log(
            System.Logger.Level.WARNING,
            "Job " + job.jobId() + " could not be taken over; the next sweep tries again",
            e);
      }
    }
    return taken;
  }

  private List<Expired> expired(EntityManager em, int limit) {
    List<?> rows = em.createNativeQuery(expired).setParameter("most", limit).getResultList();
    return rows.stream().map(row -> Expired.of((Object[]) row)).toList();
  }

  private boolean reclaim(EntityManager em, Expired job) {
    if (!threads.free(em, job.threadId(), job.jobId(), job.token())) {
      return false;
    }
    JobStatus next = job.usedUp() ? JobStatus.DEAD_LETTER : JobStatus.QUEUED;
    if (!jobs.expire(em, job.threadId(), job.jobId(), job.token(), next)) {
      throw new Renewed();
    }
    if (job.usedUp()) {
      endings.end(em, job.ending());
    }
    return true;
  }

  private record Expired(
      String threadId,
      String jobId,
      String runId,
      String token,
      int attempts,
      int released,
      int maxAttempts,
      String parentRunId) {

    static Expired of(Object[] row) {
      return new Expired(
          (String) row[0],
          (String) row[1],
          (String) row[2],
          (String) row[3],
          ((Number) row[4]).intValue(),
          ((Number) row[5]).intValue(),
          ((Number) row[6]).intValue(),
          (String) row[7]);
    }

    boolean usedUp() {
      return attempts - released >= maxAttempts;
    }

    OwnerlessEnding ending() {
      return new OwnerlessEnding(
          new ThreadId(threadId),
          new RunId(runId),
          ThreadRow.run(parentRunId),
          OwnerlessEnding.attemptsUsedUp(attempts));
    }
  }

  /** Rolls a takeover back whose owner lives. */
  private static final class Renewed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Renewed() {
      super("renewed", null, false, false);
    }
  }
}
