package io.awaken.store.jpa.job;

import io.awaken.core.store.job.Collectable;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Collected;
import io.awaken.core.store.job.RowPosition;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Deletes obsolete rows of the mailbox. A page is a range of an index, so that rows that must stay,
 * such as those of runs waiting for months, are skipped and not read again.
 */
final class OldRows {
  private static final String DONE =
      " AND NOT EXISTS (SELECT 1 FROM awaken_run r WHERE r.thread_id = x.thread_id"
          + " AND r.run_id = x.run_id AND r.status <> 'done')";

  /** The run is finished and cannot be redriven, which would copy its speakers. */
  private static final String NOT_DEAD =
      DONE
          + " AND NOT EXISTS (SELECT 1 FROM awaken_run d JOIN awaken_job j"
          + " ON j.thread_id = d.thread_id AND j.job_id = d.job_id"
          + " WHERE d.thread_id = x.thread_id AND d.run_id = x.run_id"
          + " AND j.status = 'dead_letter')";

  private final Transactions transactions;
  private final String clock;
  private final Map<Collectable, PageSql> pages = new EnumMap<>(Collectable.class);

  OldRows(Transactions transactions, String clock) {
    this.transactions = transactions;
    this.clock = clock;
    pages.put(
        Collectable.ENDED_JOBS,
        jobs(JobStatus.ACCEPTED, JobStatus.SUPERSEDED, JobStatus.CANCELLED));
    pages.put(Collectable.DEAD_LETTERS, jobs(JobStatus.DEAD_LETTER));
    pages.put(
        Collectable.INBOX,
        PageSql.of(
            "awaken_inbox",
            "created_at",
            "entry_id",
            "COALESCE(x.consumed_at, x.created_at) < :before",
            NOT_DEAD));
    pages.put(
        Collectable.IDEMPOTENCY_KEYS,
        PageSql.of("awaken_idempotency", "created_at", "idempotency_key", "1 = 1", ""));
  }

  private static PageSql jobs(JobStatus... ended) {
    String which =
        Arrays.stream(ended)
            .map(status -> "'" + status.wire() + "'")
            .collect(Collectors.joining(", ", "x.status IN (", ")"));
    return PageSql.of(
        "awaken_job", "created_at", "job_id", which + " AND x.updated_at < :before", DONE);
  }

  Collected collect(Collectable what, Duration olderThan, RowPosition after, int limit) {
    return transactions.call(
        em -> collect(em, pages.get(what), olderThan.toMillis(), after, limit));
  }

  private Collected collect(
      EntityManager em, PageSql page, long olderThan, RowPosition after, int limit) {
    long before = now(em) - olderThan;
    List<?> rows =
        from(em.createNativeQuery(page.select()), before, after)
            .setParameter("most", limit)
            .getResultList();
    if (rows.isEmpty()) {
      return new Collected(0, null);
    }
    Object[] row = (Object[]) rows.getLast();
    var last = new RowPosition(((Number) row[0]).longValue(), (String) row[1]);
    int removed =
        from(em.createNativeQuery(page.delete()), before, after)
            .setParameter("lastAt", last.at())
            .setParameter("lastId", last.id())
            .executeUpdate();
    return new Collected(removed, rows.size() < limit ? null : last);
  }

  private static Query from(Query query, long before, RowPosition after) {
    return query
        .setParameter("before", before)
        .setParameter("at", after.at())
        .setParameter("id", after.id());
  }

  private long now(EntityManager em) {
    Object now = em.createNativeQuery("SELECT " + clock + " AS instant").getSingleResult();
    return ((Number) now).longValue();
  }

  private record PageSql(String select, String delete) {

    /**
     * @param which condition of candidate rows
     * @param unless condition that protects rows from deletion
     */
    static PageSql of(String table, String at, String id, String which, String unless) {
      String place = "(x." + at + ", x." + id + ")";
      String old =
          " FROM " + table + " x WHERE " + which + " AND x." + at + " < :before AND " + place;
      return new PageSql(
          "SELECT x."
              + at
              + ", x."
              + id
              + old
              + " > (:at, :id) ORDER BY x."
              + at
              + ", x."
              + id
              + " LIMIT :most",
          "DELETE" + old + " > (:at, :id) AND " + place + " <= (:lastAt, :lastId)" + unless);
    }
  }
}
