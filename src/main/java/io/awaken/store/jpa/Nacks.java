package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.mailbox.MailboxStore.Settings;
import io.awaken.core.mailbox.NackResult;
import io.awaken.core.run.Fence;
import io.awaken.core.run.TerminationReason;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.time.Duration;

/** Takes back claimed jobs whose runs could not be executed. */
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
  private final DeadLetters deadLetters;
  private final Settings settings;

  Nacks(Transactions transactions, Statements statements, Settings settings) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.deadLetters = new DeadLetters(statements);
    this.settings = settings;
  }

  /** Whoever did not hear the answer is told that the claim is lost, and so it is. */
  NackResult nack(Fence fence, String error, boolean permanent) {
    return LostAnswers.settle(() -> transactions.call(em -> nack(em, fence, error, permanent)));
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
    int attempts = number(row[0]);
    int failures = attempts - number(row[1]);
    if (number(row[3]) == 1) {
      // Whoever claims it ends it, and nobody waits for that.
      jobs.retry(em, threadId, jobId, error, Duration.ZERO);
      return new NackResult.Retried(Duration.ZERO);
    }
    if (permanent || failures >= number(row[2])) {
      TerminationReason why =
          permanent ? OwnerlessEnding.notExecutable() : OwnerlessEnding.attemptsUsedUp(attempts);
      var job = new DeadLetters.Job(threadId, jobId, fence.runId().value());
      deadLetters.bury(em, job, error, why);
      return new NackResult.Dead();
    }
    Duration delay = settings.backoff().after(failures);
    jobs.retry(em, threadId, jobId, error, delay);
    return new NackResult.Retried(delay);
  }

  private static int number(Object value) {
    return ((Number) value).intValue();
  }
}
