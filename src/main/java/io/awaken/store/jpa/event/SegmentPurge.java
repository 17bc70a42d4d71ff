package io.awaken.store.jpa.event;

import io.awaken.core.store.event.EventLog.Purged;
import io.awaken.store.jpa.rows.Sql;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.Session;

/**
 * Deletes the events of finished runs and stores the new floor in the same transaction, so that a
 * reader finds either the events or the floor. A run is skipped if its commits follow one of a
 * retained run, since the floor would cover that run, too. Thread rows are locked in id order, so
 * that concurrent purges do not deadlock; the second finds the work done.
 */
final class SegmentPurge {
  private static final int RUNS = 100;
  private static final String KEY = " WHERE thread_id = ? AND run_id = ? AND ";
  private static final String NOTE_THREAD =
      "UPDATE awaken_thread SET events_floor = ? WHERE thread_id = ? AND events_floor < ?";
  private static final String DELETE = "DELETE FROM awaken_segment" + KEY + "last_seq <= ?";
  private static final String NOTE_RUN =
      "UPDATE awaken_run SET events_floor = ?, events_floor_epoch = ?, events_gone = ?"
          + KEY
          + "events_floor <= ?";
  private final String due;

  SegmentPurge(String clock) {
    String border = "(SELECT " + clock + ") - :age";
    String before = " < " + border;
    String ofRun = " l WHERE l.thread_id = r.thread_id AND l.run_id = r.run_id)";
    String behindKept =
        "EXISTS (SELECT 1 FROM awaken_segment k JOIN awaken_run q ON q.thread_id = k.thread_id"
            + " AND q.run_id = k.run_id WHERE k.thread_id = r.thread_id AND k.place <"
            + " (SELECT MAX(l.place) FROM awaken_segment"
            + ofRun
            + " AND (q.status <> 'done' OR q.finished_at >= "
            + border
            + "))";
    due =
        "SELECT d.thread_id, d.run_id, s.last_seq, s.place, s.epoch, d.events_floor,"
            + " d.events_floor_epoch FROM (SELECT r.thread_id, r.run_id, r.created_at,"
            + " r.events_floor, r.events_floor_epoch FROM awaken_run r"
            + " WHERE r.events_gone = FALSE AND r.created_at"
            + before
            + " AND r.status = 'done' AND r.finished_at"
            + before
            + " AND NOT "
            + behindKept
            + " ORDER BY r.created_at, r.run_id LIMIT :runs) d LEFT JOIN awaken_segment s"
            + " ON s.thread_id = d.thread_id AND s.run_id = d.run_id"
            + " ORDER BY d.created_at, d.run_id, s.last_seq LIMIT :most";
  }

  Purged purge(EntityManager em, Duration doneFor, int limit) {
    List<?> rows =
        em.createNativeQuery(due)
            .setParameter("age", doneFor.toMillis())
            .setParameter("runs", RUNS)
            .setParameter("most", limit + 1)
            .getResultList();
    if (rows.isEmpty()) {
      return new Purged(0, false);
    }
    Map<String, Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(rows.size(), limit); i++) {
      Part part = Part.of((Object[]) rows.get(i));
      parts.put(part.runId(), part);
    }
    boolean cut = rows.size() > limit;
    String last = cut ? (String) ((Object[]) rows.get(limit))[1] : null;
    List<Part> all = parts.values().stream().map(part -> part.gone(last)).toList();
    int[] deleted = new int[1];
    em.unwrap(Session.class).doWork(sql -> deleted[0] = purge(sql, all));
    return new Purged(deleted[0], cut || all.size() == RUNS);
  }

  private static int purge(Connection sql, List<Part> parts) throws SQLException {
    noteThreads(sql, parts);
    int deleted = delete(sql, parts);
    noteRuns(sql, parts);
    return deleted;
  }

  private static void noteThreads(Connection sql, List<Part> parts) throws SQLException {
    var places = new TreeMap<String, Long>();
    parts.forEach(part -> places.merge(part.threadId(), part.place(), Math::max));
    try (PreparedStatement note = sql.prepareStatement(NOTE_THREAD)) {
      for (Map.Entry<String, Long> thread : places.entrySet()) {
        note.setLong(1, thread.getValue());
        note.setString(2, thread.getKey());
        note.setLong(3, thread.getValue());
        note.addBatch();
      }
      note.executeBatch();
    }
  }

  private static int delete(Connection sql, List<Part> parts) throws SQLException {
    try (PreparedStatement delete = sql.prepareStatement(DELETE)) {
      for (Part part : parts) {
        delete.setString(1, part.threadId());
        delete.setString(2, part.runId());
        delete.setLong(3, part.last());
        delete.addBatch();
      }
      int sum = 0;
      for (int count : delete.executeBatch()) {
        sum += count;
      }
      return sum;
    }
  }

  private static void noteRuns(Connection sql, List<Part> parts) throws SQLException {
    try (PreparedStatement note = sql.prepareStatement(NOTE_RUN)) {
      for (Part part : parts) {
        note.setLong(1, part.last());
        note.setLong(2, part.epoch());
        note.setBoolean(3, part.whole());
        note.setString(4, part.threadId());
        note.setString(5, part.runId());
        note.setLong(6, part.last());
        note.addBatch();
      }
      note.executeBatch();
    }
  }

  /**
   * The deleted part of a run.
   *
   * @param last the last deleted sequence number
   * @param whole whether all its events are deleted
   */
  private record Part(
      String threadId, String runId, long last, long place, long epoch, boolean whole) {

    static Part of(Object[] row) {
      boolean hasEvents = row[2] != null;
      return new Part(
          (String) row[0],
          (String) row[1],
          Sql.number(hasEvents ? row[2] : row[5]),
          hasEvents ? Sql.number(row[3]) : 0,
          Sql.number(hasEvents ? row[4] : row[6]),
          true);
    }

    /**
     * @param cut the run of which only part was read
     */
    Part gone(String cut) {
      return runId.equals(cut) ? new Part(threadId, runId, last, place, epoch, false) : this;
    }
  }
}
