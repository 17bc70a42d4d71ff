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
            + ", status = :status"
            + KEY
            + " AND status = 'claimed' AND claim_token = :token AND lease_until < "
            + clock;
    settle = change + unclaimed + ", status = :status, input = NULL" + KEY;
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

  private static Query keyed(EntityManager em, String sql, String threadId, String jobId) {
    return em.createNativeQuery(sql).setParameter("thread", threadId).setParameter("job", jobId);
  }

  private static boolean done(Query update) {
    return update.executeUpdate() == 1;
  }
}
