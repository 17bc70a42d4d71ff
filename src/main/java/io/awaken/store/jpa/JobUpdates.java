package io.awaken.store.jpa;

import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Settings;
import io.awaken.core.run.ClaimToken;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;

/** The conditional updates of job rows; each runs behind one of {@link ThreadLock}. */
final class JobUpdates {
  private static final String KEY = " WHERE thread_id = :thread AND job_id = :job";
  private final Settings settings;
  private final String claim;
  private final String release;
  private final String expire;
  private final String settle;
  private final String cancel;
  private final String resume;

  JobUpdates(String clock, Settings settings) {
    this.settings = settings;
    String change = "UPDATE awaken_job SET updated_at = " + clock;
    String unclaimed = ", claim_token = NULL, lease_until = NULL";
    claim =
        change
            + ", status = 'claimed', attempt_count = attempt_count + 1, claim_token = :token,"
            + " claimed_by = :node, lease_until = "
            + clock
            + " + :lease"
            + KEY
            + " AND status = 'queued' AND available_at <= "
            + clock;
    release =
        change
            + unclaimed
            + ", status = 'queued', available_at = "
            + clock
            + ", released_count = released_count + 1"
            + KEY
            + " AND status = 'claimed'";
    expire =
        change
            + unclaimed
            + ", status = :status, dedupe_key ="
            + " CASE WHEN CAST(:status AS VARCHAR) = 'queued' THEN dedupe_key ELSE NULL END"
            + KEY
            + " AND status = 'claimed' AND claim_token = :token AND lease_until < "
            + clock;
    String last = change + unclaimed + ", status = :status, input = NULL, dedupe_key = NULL";
    settle = last + KEY;
    cancel = last + " WHERE thread_id = :thread AND run_id = :run AND status = 'queued'";
    resume =
        "INSERT INTO awaken_job (thread_id, job_id, run_id, status, generation, max_attempts,"
            + " dedupe_key) SELECT t.thread_id, CAST(:job AS VARCHAR), CAST(:run AS VARCHAR),"
            + " 'queued', t.generation, CAST(:attempts AS INT), CAST(:dedupe AS VARCHAR)"
            + " FROM awaken_thread t WHERE t.thread_id = :thread AND NOT EXISTS (SELECT 1"
            + " FROM awaken_job j WHERE j.thread_id = :thread AND j.dedupe_key = :dedupe)";
  }

  boolean claim(EntityManager em, JobRow job, ClaimToken token) {
    return done(
        keyed(em, claim, job.threadId, job.jobId)
            .setParameter("token", token.value())
            .setParameter("node", settings.nodeId())
            .setParameter("lease", settings.lease().toMillis()));
  }

  /** Back to the queue without costing an attempt. */
  boolean release(EntityManager em, String threadId, String jobId) {
    return done(keyed(em, release, threadId, jobId));
  }

  /** Takes a job whose lease ran out; false when it was renewed meanwhile. */
  boolean expire(EntityManager em, String threadId, String jobId, String token, JobStatus status) {
    return done(
        keyed(em, expire, threadId, jobId)
            .setParameter("token", token)
            .setParameter("status", status.wire()));
  }

  /** Gives a job its last status. */
  void settle(EntityManager em, String threadId, String jobId, JobStatus status) {
    keyed(em, settle, threadId, jobId).setParameter("status", status.wire()).executeUpdate();
  }

  /** Cancels the job of a run that nobody executes, if one is queued. */
  void cancel(EntityManager em, String threadId, String runId) {
    em.createNativeQuery(cancel)
        .setParameter("status", JobStatus.CANCELLED.wire())
        .setParameter("thread", threadId)
        .setParameter("run", runId)
        .executeUpdate();
  }

  /**
   * Queues a job that goes on with a run that waits; its dedupe key holds until it ends.
   *
   * @return false when one is queued
   */
  boolean resume(EntityManager em, String threadId, String runId, String jobId) {
    return done(
        keyed(em, resume, threadId, jobId)
            .setParameter("run", runId)
            .setParameter("attempts", settings.maxAttempts())
            .setParameter("dedupe", JobRow.RESUMES + runId));
  }

  private static Query keyed(EntityManager em, String sql, String threadId, String jobId) {
    return em.createNativeQuery(sql).setParameter("thread", threadId).setParameter("job", jobId);
  }

  private static boolean done(Query update) {
    return update.executeUpdate() == 1;
  }
}
