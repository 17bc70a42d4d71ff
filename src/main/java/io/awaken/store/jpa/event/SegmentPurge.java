package io.awaken.store.jpa.event;

import io.awaken.core.store.event.EventLog.Purged;
import io.awaken.store.jpa.rows.Sql;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Deletes the events of finished runs and stores the new floor in the same transaction, so that a
 * reader finds either the events or the floor. A run is skipped if its commits follow one of a
 * retained run, since the floor would cover that run, too. Thread rows are locked in id order, so
 * that concurrent purges do not deadlock; the second finds the work done.
 */
final class SegmentPurge {
  private static final int RUNS = 100;
  private static final String KEY = " WHERE thread_key = ? AND run_key = ? AND ";
  private static final String NOTE_THREAD =
      "UPDATE awaken_thread SET events_floor = ? WHERE thread_key = ? AND events_floor < ?";
  private static final String DELETE = "DELETE FROM awaken_segment" + KEY + "last_seq <= ?";
  private static final String NOTE_RUN =
      "UPDATE awaken_run SET events_floor = ?, events_floor_epoch = ?, events_gone = ?"
          + KEY
          + "events_floor <= ?";
  private final String due;

  SegmentPurge(String clock) {
    String border = "(SELECT " + clock + ") - :age";
    String before = " < " + border;
    String ofRun = " l WHERE l.thread_key = r.thread_key AND l.run_key = r.run_key)";
    String behindKept =
        "EXISTS (SELECT 1 FROM awaken_segment k JOIN awaken_run q ON q.thread_key = k.thread_key"
            + " AND q.run_key = k.run_key WHERE k.thread_key = r.thread_key AND k.place <"
            + " (SELECT MAX(l.place) FROM awaken_segment"
            + ofRun
            + " AND (q.status <> 'done' OR q.finished_at >= "
            + border
            + "))";
    due =
        "SELECT d.thread_key, d.run_key, s.last_seq, s.place, s.epoch, d.events_floor,"
            + " d.events_floor_epoch FROM (SELECT r.thread_key, r.run_key, r.created_at,"
            + " r.events_floor, r.events_floor_epoch FROM awaken_run r"
            + " WHERE r.events_gone = FALSE AND r.created_at"
            + before
            + " AND r.status = 'done' AND r.finished_at"
            + before
            + " AND NOT "
            + behindKept
            + " ORDER BY r.created_at LIMIT :runs) d LEFT JOIN awaken_segment s"
            + " ON s.thread_key = d.thread_key AND s.run_key = d.run_key"
            + " ORDER BY d.created_at, d.thread_key, d.run_key, s.last_seq LIMIT :most";
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
    Map<RunKey, Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(rows.size(), limit); i++) {
      Part part = Part.of((Object[]) rows.get(i));
      parts.put(part.run(), part);
    }
    boolean cut = rows.size() > limit;
    RunKey last = cut ? RunKey.of((Object[]) rows.get(limit)) : null;
    List<Part> all = parts.values().stream().map(part -> part.gone(last)).toList();
    return new Purged(purge(em, all), cut || all.size() == RUNS);
  }

  private static int purge(EntityManager em, List<Part> parts) {
    var places = new TreeMap<UUID, Long>();
    parts.forEach(part -> places.merge(part.run().thread(), part.place(), Math::max));
    Sql.batch(
        em,
        NOTE_THREAD,
        List.copyOf(places.entrySet()),
        thread -> Sql.values(thread.getValue(), thread.getKey(), thread.getValue()));
    int deleted =
        Sql.batch(
            em,
            DELETE,
            parts,
            part -> Sql.values(part.run().thread(), part.run().key(), part.last()));
    Sql.batch(em, NOTE_RUN, parts, Part::noted);
    return deleted;
  }

  private record RunKey(UUID thread, long key) {
    static RunKey of(Object[] row) {
      return new RunKey(Sql.uuid(row[0]), Sql.number(row[1]));
    }
  }

  /**
   * The deleted part of a run.
   *
   * @param last the last deleted sequence number
   * @param whole whether all its events are deleted
   */
  private record Part(RunKey run, long last, long place, long epoch, boolean whole) {

    static Part of(Object[] row) {
      boolean hasEvents = row[2] != null;
      return new Part(
          RunKey.of(row),
          Sql.number(hasEvents ? row[2] : row[5]),
          hasEvents ? Sql.number(row[3]) : 0,
          Sql.number(hasEvents ? row[4] : row[6]),
          true);
    }

    /**
     * @param cut the run of which only part was read
     */
    Part gone(RunKey cut) {
      return run.equals(cut) ? new Part(run, last, place, epoch, false) : this;
    }

    Object[] noted() {
      return Sql.values(last, epoch, whole, run.thread(), run.key(), last);
    }
  }
}
