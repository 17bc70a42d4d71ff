package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import jakarta.persistence.EntityManager;

/**
 * Ends runs that nobody executes: events and outcome, behind an update of the thread row. The job
 * is the caller's affair.
 */
final class Endings {
  private final String clock;
  private final ThreadLock threads;
  private final RunUpdates runs;

  Endings(String clock, ThreadLock threads, RunUpdates runs) {
    this.clock = clock;
    this.threads = threads;
    this.runs = runs;
  }

  void end(EntityManager em, OwnerlessEnding ending) {
    String threadId = ending.threadId().value();
    String runId = ending.runId().value();
    threads.leave(em, threadId, runId);
    Object[] state =
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
    var segment = ending.segment(number(state[1]), number(state[2]), number(state[0]));
    runs.end(em, threadId, runId, ending.termination());
    em.persist(new SegmentRow(ending.threadId(), ending.runId(), segment, null));
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
