package io.awaken.store.jpa.submission;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.store.database.Keys;
import io.awaken.store.database.batch.GatheredWrites;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.List;

/** The idempotency keys of accepted runs; written with the run. */
final class IdempotencyKeys {
  private static final String KEY =
      " WHERE tenant = :tenant AND subject = :subject AND route = :route"
          + " AND idempotency_key = :key";
  private static final String THERE =
      "SELECT 1 FROM awaken_run r WHERE r.thread_key = :thread AND r.run_key = :run"
          + DeletedThreadRow.leftOutSql("r.thread_key");

  private final String find;
  private final String forget;

  /**
   * @param kept retention time of a key
   */
  IdempotencyKeys(String clock, Duration kept) {
    String since = clock + " - " + kept.toMillis();
    find =
        "SELECT request_hash, thread_id, run_id, job_id FROM awaken_idempotency"
            + KEY
            + " AND created_at > "
            + since;
    forget = "DELETE FROM awaken_idempotency" + KEY + " AND created_at <= " + since;
  }

  /** Returns the earlier result of the key; null for a new key. */
  SubmitResult before(EntityManager em, Submission submission) {
    List<?> found = keyed(em, find, submission).getResultList();
    if (found.isEmpty()) {
      return null;
    }
    Object[] row = (Object[]) found.getFirst();
    var job = row[3] == null ? null : new JobId((String) row[3]);
    var run = new RunId((String) row[2]);
    ThreadId thread = ThreadId.ofKey((String) row[1]);
    boolean there = Sql.exists(em, THERE, "thread", Keys.thread(thread), "run", Keys.run(run));
    var earlier = new SubmitResult.Repeated(run, thread, job);
    return submission.key().after((String) row[0], earlier, there);
  }

  /**
   * Stores the result of a submission, replacing an expired key.
   *
   * @return false when there is no result to store
   */
  boolean keep(EntityManager em, Submission submission, SubmitResult result) {
    SubmitResult.Repeated leadsTo = submission.repeated(result);
    if (leadsTo == null) {
      return false;
    }
    GatheredWrites.ofAnyCount(em, () -> keyed(em, forget, submission).executeUpdate());
    keyed(
            em,
            "INSERT INTO awaken_idempotency (tenant, subject, route, idempotency_key,"
                + " request_hash, thread_id, run_id, job_id)"
                + " VALUES (:tenant, :subject, :route, :key, :hash, :thread, :run,"
                + " CAST(:job AS VARCHAR))",
            submission)
        .setParameter("hash", submission.key().bodyHash())
        .setParameter("thread", submission.threadId().key())
        .setParameter("run", leadsTo.runId().value())
        .setParameter("job", leadsTo.jobId() == null ? null : leadsTo.jobId().value())
        .executeUpdate();
    return true;
  }

  private static Query keyed(EntityManager em, String sql, Submission submission) {
    return em.createNativeQuery(sql)
        .setParameter("tenant", submission.caller().tenant())
        .setParameter("subject", submission.caller().subject())
        .setParameter("route", submission.key().route())
        .setParameter("key", submission.key().key());
  }
}
