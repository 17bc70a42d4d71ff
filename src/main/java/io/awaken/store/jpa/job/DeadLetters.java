package io.awaken.store.jpa.job;

import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.Statements;
import jakarta.persistence.EntityManager;

/** Moves claimed jobs with a freed slot to the dead letter and ends their runs with an error. */
final class DeadLetters {
  private static final String KEEP =
      "UPDATE awaken_job SET input = (SELECT e.input FROM awaken_job e"
          + " WHERE e.thread_id = :thread AND e.run_id = :run AND e.input IS NOT NULL"
          + " ORDER BY e.created_at LIMIT 1)"
          + " WHERE thread_id = :thread AND job_id = :job AND input IS NULL";
  private final JobUpdates jobs;
  private final Endings endings;

  DeadLetters(Statements statements) {
    this.jobs = statements.jobs();
    this.endings = statements.endings();
  }

  /** The job to bury. */
  record Job(String threadId, String jobId, String runId) {}

  /**
   * @param error for operators
   * @param why for clients
   */
  void bury(EntityManager em, Job job, String error, TerminationReason why) {
    jobs.bury(em, job.threadId(), job.jobId(), error);
    end(em, job, why);
  }

  /** Ends the run of a job that is already in the dead letter. */
  void end(EntityManager em, Job job, TerminationReason why) {
    // Copies the input from the run's first job, whose retention may be shorter.
    em.createNativeQuery(KEEP)
        .setParameter("thread", job.threadId())
        .setParameter("run", job.runId())
        .setParameter("job", job.jobId())
        .executeUpdate();
    endings.end(
        em, new OwnerlessEnding(ThreadId.ofKey(job.threadId()), new RunId(job.runId()), why));
  }
}
