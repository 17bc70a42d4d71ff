package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.RunTotals;
import jakarta.persistence.EntityManager;
import java.util.stream.Stream;

/**
 * Ends runs that nobody executes: events, outcome, open calls and questions, state, messages that
 * were left, behind an update of the thread row. The job is the caller's affair.
 */
final class Endings {
  private static final int AT_ONCE = 50;
  private final String clock;
  private final ThreadLock threads;
  private final RunUpdates runs;
  private final StateUpdates state;
  private final SuspensionUpdates suspensions;
  private final Inbox inbox;

  Endings(
      String clock,
      ThreadLock threads,
      RunUpdates runs,
      StateUpdates state,
      SuspensionUpdates suspensions,
      Inbox inbox) {
    this.clock = clock;
    this.threads = threads;
    this.runs = runs;
    this.state = state;
    this.suspensions = suspensions;
    this.inbox = inbox;
  }

  void end(EntityManager em, OwnerlessEnding ending) {
    String threadId = ending.threadId().value();
    String runId = ending.runId().value();
    threads.leave(em, threadId, runId);
    this.state.forget(em, threadId, runId);
    Object[] thread =
        (Object[])
            em.createNativeQuery(
                    "SELECT "
                        + clock
                        + ", t.epoch, COALESCE((SELECT MAX(s.last_seq) FROM awaken_segment s"
                        + " WHERE s.thread_id = t.thread_id AND s.run_id = :run), 0) AS said"
                        + " FROM awaken_thread t WHERE t.thread_id = :thread")
                .setParameter("run", runId)
                .setParameter("thread", threadId)
                .getSingleResult();
    long said = number(thread[2]);
    var segment = ending.segment(number(thread[1]), said, number(thread[0]));
    var totals = new RunTotals();
    if (said > 0) {
      sum(em, threadId, runId, totals);
    }
    runs.cancelCalls(em, threadId, runId);
    suspensions.cancelAll(em, threadId, runId);
    runs.end(em, threadId, runId, totals.outcome(ending.termination()));
    em.persist(new SegmentRow(ending.threadId(), ending.runId(), segment, null));
    inbox.queueLeft(em, ending.threadId(), runId);
  }

  /** Costs as much as the run said; an owner knows its totals, and few runs end without one. */
  private static void sum(EntityManager em, String threadId, String runId, RunTotals totals) {
    try (Stream<String> bodies =
        em.createQuery(
                "select s.body from SegmentRow s where s.key.threadId = :thread"
                    + " and s.key.runId = :run",
                String.class)
            .setParameter("thread", threadId)
            .setParameter("run", runId)
            .setHint("org.hibernate.fetchSize", AT_ONCE)
            .getResultStream()) {
      bodies.forEach(body -> totals.add(StoredJson.readEntries(body)));
    }
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
