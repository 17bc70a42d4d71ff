package io.awaken.store.jpa;

import io.awaken.core.mailbox.MailboxStore.Candidate;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads what may be claimed, in the order of the queue. Goes along the index a part at a time until
 * it has found enough: to sort the whole queue for the few that a node has room for would make a
 * long queue slow just when it is to be worked off (quality F48, F50).
 */
final class DueJobs {
  private static final String ORDER = "status, priority, created_at, job_id";
  private static final int FIRST = 128;
  private static final int FURTHER = 1_000;
  private final String first;
  private final String further;

  DueJobs(String clock) {
    first = part(clock, FIRST);
    further = part(clock, FURTHER);
  }

  /** The length is part of the text: with a parameter the database would plan for any length. */
  private static String part(String clock, int length) {
    return "SELECT j.job_id, j.thread_id, j.run_id, j.priority, j.created_at,"
        + " CASE WHEN t.slot_job IS NOT NULL THEN 0 WHEN t.open_run IS NULL THEN 1"
        + " WHEN t.open_run = j.run_id THEN 1 ELSE 0 END AS open, CASE WHEN j.available_at <= "
        + clock
        + " THEN 1 ELSE 0 END AS available FROM (SELECT * FROM awaken_job WHERE status = 'queued'"
        + " AND (priority, created_at, job_id) > (:priority, :created, :job) ORDER BY "
        + ORDER
        + " LIMIT "
        + length
        + ") j JOIN awaken_thread t ON t.thread_id = j.thread_id"
        + " ORDER BY j.priority, j.created_at, j.job_id";
  }

  List<Candidate> read(EntityManager em, int limit) {
    var found = new ArrayList<Candidate>();
    Set<String> threads = new HashSet<>();
    Row last = Row.START;
    while (last != null && found.size() < limit) {
      List<Row> part = part(em, last);
      for (Row row : part) {
        // Of the jobs of a thread that are available only the first is due.
        if (row.claimable() && threads.add(row.candidate().threadId().value())) {
          found.add(row.candidate());
        }
      }
      last = part.isEmpty() ? null : part.getLast();
    }
    return List.copyOf(found.subList(0, Math.min(limit, found.size())));
  }

  private List<Row> part(EntityManager em, Row last) {
    List<?> rows =
        em.createNativeQuery(last == Row.START ? first : further)
            .setParameter("priority", last.priority())
            .setParameter("created", last.createdAt())
            .setParameter("job", last.jobId())
            .getResultList();
    return rows.stream().map(row -> Row.of((Object[]) row)).toList();
  }

  private record Row(
      Candidate candidate, String jobId, int priority, long createdAt, boolean claimable) {
    static final Row START = new Row(null, "", -1, 0, false);

    static Row of(Object[] row) {
      String jobId = (String) row[0];
      return new Row(
          new Candidate(
              new JobId(jobId), new ThreadId((String) row[1]), new RunId((String) row[2])),
          jobId,
          number(row[3]).intValue(),
          number(row[4]).longValue(),
          number(row[5]).intValue() == 1 && number(row[6]).intValue() == 1);
    }

    private static Number number(Object value) {
      return (Number) value;
    }
  }
}
