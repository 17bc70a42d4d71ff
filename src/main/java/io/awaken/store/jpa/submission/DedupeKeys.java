package io.awaken.store.jpa.submission;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.store.jpa.rows.JobRow;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/** Finds the unfinished job of a thread with the same dedupe key. */
final class DedupeKeys {

  private DedupeKeys() {}

  /**
   * Returns the result for a submission whose key another job has; queries only if it has a key.
   */
  static Optional<SubmitResult> earlier(EntityManager em, Submission submission) {
    String key = JobRow.chosen(submission.delivery().dedupeKey());
    if (key == null) {
      return Optional.empty();
    }
    List<?> found =
        em.createNativeQuery(
                "SELECT j.job_id, j.run_id FROM awaken_dedupe d JOIN awaken_job j"
                    + " ON j.thread_id = d.thread_id AND j.job_id = d.job_id"
                    + " WHERE d.thread_id = :thread AND d.dedupe_key = :key")
            .setParameter("thread", submission.threadId().key())
            .setParameter("key", key)
            .getResultList();
    return found.stream().findFirst().map(row -> answer(submission, (Object[]) row));
  }

  /** Its own job was accepted, but the answer was lost. */
  private static SubmitResult answer(Submission submission, Object[] row) {
    var job = new JobId((String) row[0]);
    return job.equals(submission.jobId())
        ? new SubmitResult.Queued(job)
        : SubmitResult.Refused.duplicate(job, new RunId((String) row[1]));
  }
}
