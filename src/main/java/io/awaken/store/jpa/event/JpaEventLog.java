package io.awaken.store.jpa.event;

import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.RunLogView;
import io.awaken.core.store.event.ThreadLogView;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.SegmentRow;
import io.awaken.store.jpa.rows.ThreadRow.DeletedThreadRow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Committed events, read by primary key. */
public final class JpaEventLog implements EventLog {
  private static final String OF_RUN =
      " from SegmentRow s where s.key.threadKey ="
          + " (select r.threadKey from RunRow r where r.runKey = :key and r.runId = :run"
          + DeletedThreadRow.leftOut("r.threadKey")
          + ") and s.key.runKey = :key";
  private final Transactions transactions;
  private final SegmentPurge purge;

  /**
   * @param clock an SQL expression for epoch milliseconds
   */
  public JpaEventLog(Transactions transactions, String clock) {
    this.transactions = transactions;
    this.purge = new SegmentPurge(clock);
  }

  @Override
  public List<Segment> read(RunId runId, long afterSequence, int limit) {
    List<Object[]> rows =
        transactions.call(
            em ->
                em.createQuery(
                        "select s, (select t.threadId from ThreadRow t"
                            + " where t.threadKey = s.key.threadKey)"
                            + OF_RUN
                            + " and s.key.lastSequence > :after order by s.key.lastSequence",
                        Object[].class)
                    .setParameter("key", Keys.run(runId))
                    .setParameter("run", runId.value())
                    .setParameter("after", afterSequence)
                    .setMaxResults(limit)
                    .setHint("org.hibernate.readOnly", true)
                    .getResultList());
    return rows.stream()
        .map(row -> ((SegmentRow) row[0]).toSegment(ThreadId.ofKey((String) row[1]), runId))
        .toList();
  }

  @Override
  public long lastSequence(RunId runId, long epoch) {
    return transactions.call(
        em ->
            em
                .createQuery(
                    "select s.key.lastSequence"
                        + OF_RUN
                        + " and s.epoch <= :epoch order by s.key.lastSequence desc",
                    Long.class)
                .setParameter("key", Keys.run(runId))
                .setParameter("run", runId.value())
                .setParameter("epoch", epoch)
                .setMaxResults(1)
                .getResultList()
                .stream()
                .findFirst()
                .orElse(0L));
  }

  @Override
  public Optional<RunLogView> view(RunId runId, Cursor behind, int limit) {
    return RunLogQuery.of(
        runId, transactions.call(em -> RunLogQuery.read(em, runId, behind, limit)), behind, limit);
  }

  @Override
  public Optional<ThreadLogView> view(ThreadId threadId, ThreadPosition behind, int limit) {
    return ThreadLogQuery.of(
        threadId, transactions.call(em -> ThreadLogQuery.read(em, threadId, behind, limit)), limit);
  }

  @Override
  public Purged purge(Duration doneFor, int limit) {
    return transactions.call(em -> purge.purge(em, doneFor, limit));
  }
}
