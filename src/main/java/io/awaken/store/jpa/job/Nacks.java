package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunCommand.Attempts;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.run.Fence;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.NackResult;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.Pending;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.time.Duration;

/** Handles failed executions of claimed jobs. */
final class Nacks {
  private static final String ATTEMPTS =
      "SELECT j.attempt_count, j.released_count, j.max_attempts, CASE WHEN EXISTS ("
          + Pending.cancellationOf("j")
          + ")"
          + " THEN 1 ELSE 0 END AS cancelled"
          + " FROM awaken_job j WHERE j.thread_id = :thread AND j.job_id = :job";
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final Endings endings;
  private final Settings settings;

  Nacks(Transactions transactions, Statements statements, Settings settings) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.endings = statements.endings();
    this.settings = settings;
  }

  /** After an ambiguous commit the caller learns that the claim is lost, which is true. */
  NackResult nack(Fence fence, String error, boolean permanent) {
    return AmbiguousCommits.settle(
        () -> transactions.call(em -> nack(em, fence, error, permanent)));
  }

  private NackResult nack(EntityManager em, Fence fence, String error, boolean permanent) {
    String threadId = fence.threadId().key();
    String jobId = fence.jobId().value();
    if (!threads.free(em, threadId, jobId, fence.token().value())) {
      return new NackResult.Lost();
    }
    Object[] row =
        (Object[])
            em.createNativeQuery(ATTEMPTS)
                .setParameter("thread", threadId)
                .setParameter("job", jobId)
                .getSingleResult();
    var attempts = new Attempts(number(row[0]), number(row[1]), number(row[2]));
    var nack = new RunCommand.Nack(permanent, attempts, settings.backoff());
    return switch (RunRules.decide(RunState.executing(number(row[3]) == 1), nack)) {
      case Plan.End end -> {
        var job = new Endings.Job(threadId, jobId, fence.runId().value());
        endings.end(em, job, end, error);
        yield new NackResult.Dead();
      }
      case Plan.Requeue(Duration delay) -> {
        jobs.retry(em, threadId, jobId, error, delay);
        yield new NackResult.Retried(delay);
      }
      case Plan other -> throw new IllegalStateException("no plan for a nack: " + other);
    };
  }

  private static int number(Object value) {
    return ((Number) value).intValue();
  }
}
