package io.awaken.store.jpa.event;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.RunLogView;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import io.awaken.store.jpa.statement.Pending;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import java.util.Optional;

/** Reads a run, its status and a page of its events in one statement, by primary key. */
final class RunLogQuery {
  private static final String LAST =
      "COALESCE((SELECT MAX(a.last_seq) FROM awaken_segment a WHERE a.thread_key = r.thread_key"
          + " AND a.run_key = r.run_key";
  private static final String PAGE =
      "SELECT p.run_key, p.first_seq, p.last_seq, p.epoch, p.body FROM awaken_segment p WHERE"
          + " p.thread_key = (SELECT q.thread_key FROM awaken_run q WHERE q.run_key = :key AND"
          + " q.run_id = :run) AND p.run_key = :key AND p.last_seq > :behind ORDER BY p.last_seq"
          + " LIMIT :most";

  private static final String SELECT =
      "SELECT r.thread_id, r.tenant, t.owner, t.sharing, r.subject, r.status, "
          + Pending.ofWaiting()
          + ", t.epoch AS thread_epoch, r.events_floor,"
          + " r.events_floor_epoch, "
          + LAST
          + "), 0) AS committed, "
          + LAST
          + " AND a.epoch <= :epoch), 0) AS committed_under,"
          + " s.first_seq, s.last_seq, s.epoch, s.body FROM awaken_run r JOIN awaken_thread t"
          + " ON t.thread_key = r.thread_key LEFT JOIN ("
          + EventPage.bounded(PAGE, "b.run_key, b.first_seq, b.last_seq, b.epoch", "last_seq")
          + ") s ON s.run_key = r.run_key WHERE r.run_key = :key AND r.run_id = :run"
          + DeletedThreadRow.leftOutSql("r.thread_key")
          + " ORDER BY s.last_seq";

  private static final String TEXTS = "thread_id tenant owner sharing subject status";
  private static final String NUMBERS =
      "questions_open questions_of_people questions_in_batch questions_alone thread_epoch"
          + " events_floor events_floor_epoch committed committed_under";

  private RunLogQuery() {}

  /**
   * @param limit segments of a page; 0 reads none
   */
  static List<Tuple> read(EntityManager em, RunId runId, Cursor behind, int limit) {
    return EventPage.query(em, SELECT, TEXTS, NUMBERS, limit)
        .setParameter("key", Keys.run(runId))
        .setParameter("run", runId.value())
        .setParameter("behind", behind.sequence())
        .setParameter("epoch", behind.epoch())
        .getResultList();
  }

  static Optional<RunLogView> of(RunId runId, List<Tuple> rows, Cursor behind, int limit) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Tuple run = rows.getFirst();
    ThreadId threadId = ThreadId.ofKey(run.get("thread_id", String.class));
    var floor =
        new Cursor(
            EventPage.number(run, "events_floor_epoch"), EventPage.number(run, "events_floor"));
    return Optional.of(
        new RunLogView(
            threadId,
            EventPage.access(run),
            run.get("subject", String.class),
            settled(run),
            EventPage.number(run, "thread_epoch"),
            floor,
            Math.max(EventPage.number(run, "committed"), floor.sequence()),
            RunLogView.committedUnder(EventPage.number(run, "committed_under"), floor, behind),
            EventPage.mapped(rows, limit, row -> EventPage.segment(threadId, runId, row)),
            EventPage.follow(rows, limit)));
  }

  private static boolean settled(Tuple run) {
    RunStatus status = RunRow.status(run.get("status", String.class));
    return status == RunStatus.WAITING
        ? new QuestionCounts(
                EventPage.number(run, "questions_open"),
                EventPage.number(run, "questions_of_people"),
                EventPage.number(run, "questions_in_batch"),
                EventPage.number(run, "questions_alone"))
            .settled(status)
        : status == RunStatus.DONE;
  }
}
