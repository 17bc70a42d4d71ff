package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.Pending;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.List;

/**
 * Ends runs whose owners ignored an interruption or a used-up run time, each in a separate
 * transaction. Their jobs go to the dead letter, for operators to inspect.
 */
final class TakeOvers {
  private static final System.Logger LOG = System.getLogger(TakeOvers.class.getName());
  private static final String LATE = "it did not stop when its time was used up";
  private final Transactions transactions;
  private final ThreadLock threads;
  private final Endings endings;
  private final long lease;
  private final String overdue;

  TakeOvers(Transactions transactions, Statements statements, Settings settings) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.endings = statements.endings();
    this.lease = settings.lease().toMillis();
    // The sweep reclaims jobs with expired leases.
    String late =
        "(j.deadline_at <= "
            + statements.clock()
            + " - :late AND j.lease_until >= "
            + statements.clock()
            + ")";
    overdue =
        "SELECT j.thread_id, j.job_id, j.run_id, j.claim_token, CASE WHEN "
            + late
            + " THEN 1 ELSE 0 END AS late"
            + LeaseRenewal.CLAIMED
            + " JOIN awaken_thread t ON t.thread_id = j.thread_id"
            + " WHERE j.status = 'claimed' AND ("
            + late
            + " OR j.generation < t.generation AND EXISTS ("
            + Pending.cancellationOf("j")
            + " AND i.created_at <= "
            + statements.clock()
            + " - :patience)) ORDER BY j.lease_until LIMIT :most"
            + statements.unlockedThreads();
  }

  int takeOver(Duration patience, int limit) {
    int ended = 0;
    for (Unstopped run : transactions.call(em -> overdue(em, patience, limit))) {
      try {
        ended += transactions.call(em -> end(em, run)) ? 1 : 0;
      } catch (RuntimeException e) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Run "
                + run.job().runId()
                + " that does not stop could not be ended; the next check tries again",
            e);
      }
    }
    return ended;
  }

  private List<Unstopped> overdue(EntityManager em, Duration patience, int limit) {
    List<?> rows =
        em.createNativeQuery(overdue)
            .setParameter("patience", patience.toMillis())
            .setParameter("late", patience.toMillis() + lease)
            .setParameter("most", limit)
            .getResultList();
    return rows.stream().map(row -> Unstopped.of((Object[]) row)).toList();
  }

  private boolean end(EntityManager em, Unstopped run) {
    if (!threads.free(em, run.job().threadId(), run.job().jobId(), run.token())) {
      return false;
    }
    RunState state = RunState.executing(!run.late());
    if (!(RunRules.decide(state, new RunCommand.ForceEnd(run.late())) instanceof Plan.End plan)) {
      return false;
    }
    endings.end(em, run.job(), plan, LATE);
    return true;
  }

  private record Unstopped(Endings.Job job, String token, boolean late) {
    static Unstopped of(Object[] row) {
      return new Unstopped(
          new Endings.Job((String) row[0], (String) row[1], (String) row[2]),
          (String) row[3],
          ((Number) row[4]).intValue() == 1);
    }
  }
}
