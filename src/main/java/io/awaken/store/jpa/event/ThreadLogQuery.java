package io.awaken.store.jpa.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.core.store.event.ThreadLogView.OpenRun;
import io.awaken.core.store.event.ThreadLogView.Origin;
import io.awaken.core.store.event.ThreadLogView.Placed;
import io.awaken.core.store.event.ThreadLogView.Within;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import java.util.Optional;

/**
 * Reads a thread and a page of its commits in one statement. Places are assigned under the thread
 * lock, so they follow the commit order.
 */
final class ThreadLogQuery {
  private static final String RUN_OF_PAGE =
      " FROM awaken_run q WHERE q.thread_key = p.thread_key AND q.run_key = p.run_key) AS ";
  private static final String PAGE =
      "SELECT p.thread_key, p.place, p.first_seq, p.last_seq, p.epoch, p.body, (SELECT q.run_id"
          + RUN_OF_PAGE
          + "run_id, (SELECT q.subject"
          + RUN_OF_PAGE
          + "subject FROM awaken_segment p WHERE p.thread_key = :thread AND p.place > :place"
          + " AND NOT (p.run_key = :run AND p.last_seq <= :behind) ORDER BY p.place LIMIT :most";
  private static final String OF_RUN =
      " FROM awaken_segment c WHERE c.thread_key = t.thread_key AND c.run_key = :run";
  private static final String OPEN =
      " FROM awaken_run o WHERE o.thread_key = t.thread_key AND o.run_key = t.open_run";
  private static final String SELECT =
      "SELECT t.tenant, t.owner, t.sharing, t.created_at, t.events_floor, t.slot_job,"
          + " t.epoch AS thread_epoch, COALESCE((SELECT MAX(a.place) FROM awaken_segment a WHERE"
          + " a.thread_key = t.thread_key), 0) AS last_place, COALESCE((SELECT MAX(b.last_seq) FROM"
          + " awaken_segment b WHERE b.thread_key = t.thread_key AND b.run_key = t.open_run), 0) AS"
          + " open_said, (SELECT o.run_id"
          + OPEN
          + ") AS open_run, (SELECT o.subject"
          + OPEN
          + ") AS open_subject, COALESCE((SELECT MAX(c.last_seq)"
          + OF_RUN
          + "), 0) AS within_said, COALESCE((SELECT MAX(c.last_seq)"
          + OF_RUN
          + " AND c.epoch <= :epoch), 0) AS within_under, COALESCE((SELECT c.place"
          + OF_RUN
          + " AND c.first_seq <= :behind ORDER BY c.last_seq DESC LIMIT 1), 0) AS within_place,"
          + " s.place, s.run_id, s.first_seq, s.last_seq, s.epoch, s.body, s.subject"
          + " FROM awaken_thread t LEFT JOIN ("
          + EventPage.bounded(
              PAGE,
              "b.thread_key, b.place, b.run_id, b.first_seq, b.last_seq, b.epoch, b.subject",
              "place")
          + ") s ON s.thread_key = t.thread_key WHERE t.thread_key = :thread"
          + DeletedThreadRow.leftOutSql("t.thread_key")
          + " ORDER BY s.place";

  private static final String TEXTS =
      "tenant owner sharing open_run slot_job open_subject run_id subject";
  private static final String NUMBERS =
      "created_at events_floor thread_epoch last_place open_said within_said"
          + " within_under within_place place";

  private ThreadLogQuery() {}

  /**
   * @param limit commits of a page; 0 reads none
   */
  static List<Tuple> read(EntityManager em, ThreadId threadId, ThreadPosition behind, int limit) {
    return EventPage.query(em, SELECT, TEXTS, NUMBERS, limit)
        .setParameter("thread", Keys.thread(threadId))
        .setParameter("place", behind.place())
        .setParameter("run", behind.run() == null ? Keys.NO_RUN : Keys.run(behind.run()))
        .setParameter("behind", behind.within().sequence())
        .setParameter("epoch", behind.within().epoch())
        .getResultList();
  }

  static Optional<ThreadLogView> of(ThreadId threadId, List<Tuple> rows, int limit) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Tuple thread = rows.getFirst();
    long floor = EventPage.number(thread, "events_floor");
    return Optional.of(
        new ThreadLogView(
            new Origin(EventPage.access(thread), EventPage.number(thread, "created_at")),
            floor,
            Math.max(EventPage.number(thread, "last_place"), floor),
            open(thread),
            new Within(
                EventPage.number(thread, "within_said"),
                EventPage.number(thread, "within_under"),
                EventPage.number(thread, "within_place")),
            EventPage.mapped(rows, limit, row -> placed(threadId, row)),
            EventPage.follow(rows, limit)));
  }

  private static OpenRun open(Tuple thread) {
    String run = thread.get("open_run", String.class);
    if (run == null) {
      return null;
    }
    long lastSequence = EventPage.number(thread, "open_said");
    var committed =
        lastSequence == 0
            ? Cursor.START
            : new Cursor(EventPage.number(thread, "thread_epoch"), lastSequence);
    return new OpenRun(
        new RunId(run),
        thread.get("open_subject", String.class),
        thread.get("slot_job") != null,
        committed);
  }

  private static Placed placed(ThreadId threadId, Tuple row) {
    var runId = new RunId(row.get("run_id", String.class));
    return new Placed(
        EventPage.number(row, "place"),
        runId,
        row.get("subject", String.class),
        EventPage.segment(threadId, runId, row));
  }
}
