package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.StoredInput;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.CarriedSpeakers;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;

/** Creates new runs from the dead letter, behind {@link ThreadLock}. */
final class Redrives {
  private final Transactions transactions;
  private final Statements statements;
  private final Settings settings;

  Redrives(Transactions transactions, Statements statements, Settings settings) {
    this.transactions = transactions;
    this.statements = statements;
    this.settings = settings;
  }

  SubmitResult redrive(Redrive redrive) {
    return AmbiguousCommits.settle(() -> transactions.call(em -> redrive(em, redrive)));
  }

  private SubmitResult redrive(EntityManager em, Redrive redrive) {
    String threadId = redrive.threadId().key();
    statements.threads().hold(em, threadId);
    ClaimRows rows =
        ClaimRows.load(em, statements.clock(), redrive.threadId(), redrive.dead()).orElse(null);
    if (rows == null || !seen(redrive.by(), rows)) {
      return SubmitResult.Refused.jobNotFound(redrive.dead());
    }
    if (!rows.job().hasStatus(JobStatus.DEAD_LETTER)) {
      return again(em, redrive);
    }
    Submission next;
    try {
      StoredInput input = StoredInput.whole(rows.job(), rows.run());
      next = redrive.submission(input.caller(), input.spec(), rows.run().startedAt != null);
    } catch (StoredInput.Unreadable e) {
      return SubmitResult.Refused.noInput();
    }
    Object[] thread =
        (Object[])
            em.createNativeQuery(
                    "SELECT "
                        + statements.clock()
                        + ", generation, (SELECT COUNT(*) FROM awaken_queue q WHERE q.thread_id ="
                        + " :thread) AS waiting FROM awaken_thread"
                        + " WHERE thread_id = :thread")
                .setParameter("thread", threadId)
                .getSingleResult();
    long now = ((Number) thread[0]).longValue();
    var command =
        new RunCommand.Redrive(
            redrive.mayFor(next.caller()),
            !next.messages().isEmpty(),
            ((Number) thread[2]).longValue(),
            settings.bounds().queued());
    if (RunRules.decide(rows.state(), command) instanceof Plan.Answer(SubmitResult refused)) {
      return refused;
    }
    statements.jobs().settle(em, threadId, redrive.dead().value(), JobStatus.SUPERSEDED);
    statements.threads().latest(em, threadId, next.runId().value());
    long generation = ((Number) thread[1]).longValue();
    var run = new RunRow(next, generation, now);
    em.persist(run);
    em.persist(new JobRow(next, settings, generation, now));
    // The new run reads the messages to the dead one in its thread.
    CarriedSpeakers.toRun(em, run, List.of(rows.run().runId));
    return queued(redrive);
  }

  private static boolean seen(Caller by, ClaimRows rows) {
    return rows.thread().access().allows(by, ThreadAction.WRITE)
        && by.sees(rows.run().tenant, rows.run().subject);
  }

  /**
   * Either this redrive succeeded and its answer was lost, or another one came first. The run id
   * distinguishes them; its job id may have changed.
   */
  private static SubmitResult again(EntityManager em, Redrive redrive) {
    boolean made =
        !em.createQuery(
                "select r.runId from RunRow r where r.threadId = :thread and r.runId = :run",
                String.class)
            .setParameter("thread", redrive.threadId().key())
            .setParameter("run", redrive.runId().value())
            .getResultList()
            .isEmpty();
    return made ? queued(redrive) : SubmitResult.Refused.notDead();
  }

  private static SubmitResult queued(Redrive redrive) {
    return new SubmitResult.Queued(redrive.jobId());
  }
}
