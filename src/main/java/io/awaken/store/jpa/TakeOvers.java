package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;

/** Ends interrupted runs whose owners do not stop, each in a transaction of its own. */
final class TakeOvers {
  private static final System.Logger LOG = System.getLogger(TakeOvers.class.getName());
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final Endings endings;
  private final String overdue;

  TakeOvers(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.endings = statements.endings();
    overdue =
        "SELECT j.thread_id, j.job_id, j.run_id, j.claim_token, r.parent_run_id"
            + " FROM awaken_job j JOIN awaken_thread t ON t.thread_id = j.thread_id"
            + " JOIN awaken_run r ON r.thread_id = j.thread_id AND r.run_id = j.run_id"
            + " WHERE j.status = 'claimed' AND j.generation < t.generation"
            + " AND EXISTS (SELECT 1 FROM awaken_inbox i WHERE i.thread_id = j.thread_id"
            + " AND i.run_id = j.run_id AND i.kind = 'cancel' AND i.consumed_at IS NULL"
            + " AND i.created_at <= "
            + statements.clock()
            + " - :patience) ORDER BY j.lease_until LIMIT :most"
            + statements.unlockedThreads();
  }

  int takeOver(Duration patience, int limit) {
    int ended = 0;
    for (Interrupted run : transactions.call(em -> overdue(em, patience, limit))) {
      try {
        ended += transactions.call(em -> end(em, run)) ? 1 : 0;
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Interrupted run " + run.runId() + " could not be ended; the next look tries again",
            e);
      }
    }
    return ended;
  }

  private List<Interrupted> overdue(EntityManager em, Duration patience, int limit) {
    List<?> rows =
        em.createNativeQuery(overdue)
            .setParameter("patience", patience.toMillis())
            .setParameter("most", limit)
            .getResultList();
    return rows.stream().map(row -> Interrupted.of((Object[]) row)).toList();
  }

  private boolean end(EntityManager em, Interrupted run) {
    if (!threads.free(em, run.threadId(), run.jobId(), run.token())) {
      return false;
    }
    jobs.settle(em, run.threadId(), run.jobId(), JobStatus.CANCELLED);
    endings.end(
        em,
        new OwnerlessEnding(
            new ThreadId(run.threadId()),
            new RunId(run.runId()),
            ThreadRow.run(run.parentRunId()),
            new TerminationReason.Cancelled()));
    return true;
  }

  private record Interrupted(
      String threadId, String jobId, String runId, String token, String parentRunId) {
    static Interrupted of(Object[] row) {
      return new Interrupted(
          (String) row[0], (String) row[1], (String) row[2], (String) row[3], (String) row[4]);
    }
  }
}
