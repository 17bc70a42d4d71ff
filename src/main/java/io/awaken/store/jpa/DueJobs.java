package io.awaken.store.jpa;

import io.awaken.core.mailbox.MailboxStore.Candidate;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what may be claimed, in the order of the queue. Goes along the index a part at a time until
 * it has found enough: to sort the whole queue for the few that a node has room for would make a
 * long queue slow just when it is to be worked off (quality F48, F50). What is not due yet is
 * passed by within the index, and so is a thread of which many jobs were met: only one of them can
 * be due, the first, or that of its open run, wherever it stands.
 */
final class DueJobs {
  private static final String ORDER = "status, priority, created_at, job_id";
  private static final int FIRST = 128;
  private static final int FURTHER = 1_000;

  /** So many jobs of a thread in one part make it worth passing by the others. */
  private static final int MANY = 8;

  /** A list of none is no SQL. */
  private static final String NO_RUN = "";

  private final String first;
  private final String further;
  private final String passing;

  DueJobs(String clock) {
    first = part(clock, FIRST, "");
    further = part(clock, FURTHER, "");
    passing = part(clock, FURTHER, " AND (thread_id NOT IN (:passed) OR run_id IN (:open))");
  }

  /**
   * The length is part of the text: with a parameter the database would plan for any length. The
   * time is asked for once, and so of use to the index. No job is left out that has no thread, so
   * that a part which is shorter than its length is known to be the last.
   */
  private static String part(String clock, int length, String unless) {
    return "SELECT j.job_id, j.thread_id, j.run_id, j.priority, j.created_at,"
        + " CASE WHEN t.thread_id IS NULL OR t.slot_job IS NOT NULL THEN 0"
        + " WHEN t.open_run IS NULL THEN 1"
        + " WHEN t.open_run = j.run_id THEN 1 ELSE 0 END AS claimable,"
        + " CASE WHEN t.slot_job IS NULL THEN t.open_run END AS open FROM (SELECT * FROM awaken_job"
        + " WHERE status = 'queued' AND (priority, created_at, job_id)"
        + " > (:priority, :created, :job) AND available_at <= (SELECT "
        + clock
        + ")"
        + unless
        + " ORDER BY "
        + ORDER
        + " LIMIT "
        + length
        + ") j LEFT JOIN awaken_thread t ON t.thread_id = j.thread_id"
        + " ORDER BY j.priority, j.created_at, j.job_id";
  }

  List<Candidate> read(EntityManager em, int limit) {
    var found = new ArrayList<Candidate>();
    Set<String> threads = new HashSet<>();
    var passed = new Passed(new HashSet<>(), new HashSet<>(Set.of(NO_RUN)));
    Row last = Row.START;
    while (last != null && found.size() < limit) {
      List<Row> part = part(em, last, passed);
      Map<String, Integer> met = new HashMap<>();
      for (Row row : part) {
        // Of the jobs of a thread that are available only the first is due.
        if (row.claimable() && threads.add(row.threadId())) {
          found.add(row.candidate());
        }
        if (met.merge(row.threadId(), 1, Integer::sum) == MANY) {
          passed.by(row);
        }
      }
      last = part.size() < (last == Row.START ? FIRST : FURTHER) ? null : part.getLast();
    }
    return List.copyOf(found.subList(0, Math.min(limit, found.size())));
  }

  private List<Row> part(EntityManager em, Row last, Passed passed) {
    boolean none = passed.threads().isEmpty();
    String sql = last == Row.START ? first : none ? further : passing;
    Query query =
        em.createNativeQuery(sql)
            .setParameter("priority", last.priority())
            .setParameter("created", last.createdAt())
            .setParameter("job", last.jobId());
    if (!none) {
      query.setParameter("passed", passed.threads()).setParameter("open", passed.open());
    }
    List<?> rows = query.getResultList();
    return rows.stream().map(row -> Row.of((Object[]) row)).toList();
  }

  /**
   * What is passed by.
   *
   * @param threads of which many jobs were met
   * @param open runs that these threads would go on with, which are not passed by
   */
  private record Passed(Set<String> threads, Set<String> open) {

    void by(Row row) {
      threads.add(row.threadId());
      if (row.openRun() != null) {
        open.add(row.openRun());
      }
    }
  }

  /**
   * A job that is available.
   *
   * @param openRun what its thread goes on with before anything else; null when there is nothing,
   *     or when it is being executed
   */
  private record Row(
      Candidate candidate,
      String jobId,
      int priority,
      long createdAt,
      boolean claimable,
      String openRun) {
    static final Row START = new Row(null, "", -1, 0, false, null);

    static Row of(Object[] row) {
      String jobId = (String) row[0];
      return new Row(
          new Candidate(
              new JobId(jobId), ThreadId.ofKey((String) row[1]), new RunId((String) row[2])),
          jobId,
          number(row[3]).intValue(),
          number(row[4]).longValue(),
          number(row[5]).intValue() == 1,
          (String) row[6]);
    }

    String threadId() {
      return candidate.threadId().key();
    }

    private static Number number(Object value) {
      return (Number) value;
    }
  }
}
