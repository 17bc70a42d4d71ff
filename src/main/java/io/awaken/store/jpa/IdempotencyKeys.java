package io.awaken.store.jpa;

import io.awaken.core.commit.IdempotencyKey;
import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.List;

/** Under which keys runs were accepted; written with the run. */
final class IdempotencyKeys {
  private static final String KEY =
      " WHERE tenant = :tenant AND subject = :subject AND route = :route"
          + " AND idempotency_key = :key";
  private final String find;
  private final String forget;

  IdempotencyKeys(String clock) {
    String since = clock + " - " + IdempotencyKey.KEPT.toMillis();
    find =
        "SELECT request_hash, thread_id, run_id FROM awaken_idempotency"
            + KEY
            + " AND created_at > "
            + since;
    forget = "DELETE FROM awaken_idempotency" + KEY + " AND created_at <= " + since;
  }

  /** What came of the same key before; null when it is new. */
  SubmitResult before(EntityManager em, Submission submission) {
    List<?> found = keyed(em, find, submission).getResultList();
    if (found.isEmpty()) {
      return null;
    }
    Object[] row = (Object[]) found.getFirst();
    return submission.key().bodyHash().equals(row[0])
        ? new SubmitResult.Repeated(new RunId((String) row[2]), new ThreadId((String) row[1]))
        : new SubmitResult.KeyTaken();
  }

  /** Keeps what a submission led to; a key of long ago gives way. */
  void keep(EntityManager em, Submission submission, SubmitResult result) {
    RunId run =
        switch (result) {
          case SubmitResult.Claimed claimed -> submission.runId();
          case SubmitResult.Queued queued -> submission.runId();
          case SubmitResult.Steered steered -> steered.openRun();
          default -> null;
        };
    if (run == null) {
      return;
    }
    keyed(em, forget, submission).executeUpdate();
    keyed(
            em,
            "INSERT INTO awaken_idempotency (tenant, subject, route, idempotency_key,"
                + " request_hash, thread_id, run_id)"
                + " VALUES (:tenant, :subject, :route, :key, :hash, :thread, :run)",
            submission)
        .setParameter("hash", submission.key().bodyHash())
        .setParameter("thread", submission.threadId().value())
        .setParameter("run", run.value())
        .executeUpdate();
  }

  private static Query keyed(EntityManager em, String sql, Submission submission) {
    return em.createNativeQuery(sql)
        .setParameter("tenant", submission.caller().tenant())
        .setParameter("subject", submission.caller().subject())
        .setParameter("route", submission.key().route())
        .setParameter("key", submission.key().key());
  }
}
