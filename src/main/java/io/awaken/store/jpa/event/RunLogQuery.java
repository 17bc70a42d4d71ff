package io.awaken.store.jpa.event;

import io.awaken.core.decision.QuestionCounts;
import io.awaken.core.event.Cursor;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.RunLogView;
import io.awaken.store.jpa.rows.DeletedThreadRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.statement.Pending;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.type.StandardBasicTypes;

/** Reads a run, its status and a page of its events in one statement, by primary key. */
final class RunLogQuery {
  private static final String LAST =
      "COALESCE((SELECT MAX(a.last_seq) FROM awaken_segment a WHERE a.thread_id = r.thread_id"
          + " AND a.run_id = r.run_id";
  private static final String PAGE =
      "SELECT p.run_id, p.first_seq, p.last_seq, p.epoch, p.body FROM awaken_segment p"
          + " WHERE p.thread_id = (SELECT q.thread_id FROM awaken_run q WHERE q.run_id = :run)"
          + " AND p.run_id = :run AND p.last_seq > :behind ORDER BY p.last_seq LIMIT :most";

  private static final String SELECT =
      "SELECT r.thread_id, r.tenant, r.subject, r.status, "
          + Pending.ofWaiting()
          + ", t.epoch AS thread_epoch, r.events_floor,"
          + " r.events_floor_epoch, "
          + LAST
          + "), 0) AS committed, "
          + LAST
          + " AND a.epoch <= :epoch), 0) AS committed_under,"
          + " s.first_seq, s.last_seq, s.epoch, s.body FROM awaken_run r JOIN awaken_thread t"
          + " ON t.thread_id = r.thread_id LEFT JOIN ("
          + EventPage.bounded(PAGE, "b.run_id, b.first_seq, b.last_seq, b.epoch", "last_seq")
          + ") s ON s.run_id = r.run_id WHERE r.run_id = :run"
          + DeletedThreadRow.leftOutSql("r.thread_id")
          + " ORDER BY s.last_seq";

  private RunLogQuery() {}

  /**
   * @param limit segments of a page; one more is read to detect a next page; 0 reads none
   */
  static List<Tuple> read(EntityManager em, RunId runId, Cursor behind, int limit) {
    return em.unwrap(Session.class)
        .createNativeQuery(SELECT, Tuple.class)
        .addScalar("thread_id", StandardBasicTypes.STRING)
        .addScalar("tenant", StandardBasicTypes.STRING)
        .addScalar("subject", StandardBasicTypes.STRING)
        .addScalar("status", StandardBasicTypes.STRING)
        .addScalar("questions_open", StandardBasicTypes.LONG)
        .addScalar("questions_in_batch", StandardBasicTypes.LONG)
        .addScalar("questions_alone", StandardBasicTypes.LONG)
        .addScalar("thread_epoch", StandardBasicTypes.LONG)
        .addScalar("events_floor", StandardBasicTypes.LONG)
        .addScalar("events_floor_epoch", StandardBasicTypes.LONG)
        .addScalar("committed", StandardBasicTypes.LONG)
        .addScalar("committed_under", StandardBasicTypes.LONG)
        .addScalar("first_seq", StandardBasicTypes.LONG)
        .addScalar("last_seq", StandardBasicTypes.LONG)
        .addScalar("epoch", StandardBasicTypes.LONG)
        .addScalar("body", StandardBasicTypes.STRING)
        .setParameter("run", runId.value())
        .setParameter("behind", behind.sequence())
        .setParameter("epoch", behind.epoch())
        .setParameter("most", EventPage.most(limit))
        .getResultList();
  }

  static Optional<RunLogView> of(List<Tuple> rows, Cursor behind, int limit) {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Tuple run = rows.getFirst();
    var floor =
        new Cursor(
            EventPage.number(run, "events_floor_epoch"), EventPage.number(run, "events_floor"));
    return Optional.of(
        new RunLogView(
            ThreadId.ofKey(run.get("thread_id", String.class)),
            run.get("tenant", String.class),
            run.get("subject", String.class),
            rests(run),
            EventPage.number(run, "thread_epoch"),
            floor,
            Math.max(EventPage.number(run, "committed"), floor.sequence()),
            RunLogView.committedUnder(EventPage.number(run, "committed_under"), floor, behind),
            rows.stream()
                .limit(limit)
                .filter(EventPage::hasEvents)
                .map(EventPage::segment)
                .toList(),
            EventPage.follow(rows, limit)));
  }

  private static boolean rests(Tuple run) {
    RunStatus status = RunRow.status(run.get("status", String.class));
    return status == RunStatus.WAITING
        ? new QuestionCounts(
                EventPage.number(run, "questions_open"),
                EventPage.number(run, "questions_in_batch"),
                EventPage.number(run, "questions_alone"))
            .rests(status)
        : status == RunStatus.DONE;
  }
}
