package io.awaken.store.jpa;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import jakarta.persistence.EntityManager;

/**
 * A thread as a submission finds it, with the database's clock: one statement, whether the thread
 * exists or not.
 *
 * @param now epoch milliseconds
 * @param tenant null when there is no such thread
 * @param owner null when there is no such thread
 * @param slotToken the claim that owns it, or null
 * @param openRun the run that keeps it, or null
 * @param latestRun the run submitted last, or null
 * @param epoch 0 when there is no such thread
 * @param messageCount 0 when there is no such thread
 * @param generation 0 when there is no such thread
 * @param queued whether a run waits for it
 */
record SeenThread(
    long now,
    String tenant,
    String owner,
    String slotToken,
    String openRun,
    String latestRun,
    long epoch,
    long messageCount,
    String commitId,
    long generation,
    boolean queued) {

  static SeenThread look(EntityManager em, String clock, ThreadId threadId) {
    Object[] row =
        (Object[])
            em.createNativeQuery(
                    "SELECT "
                        + clock
                        + ", t.tenant, t.owner, t.slot_token, t.open_run, t.latest_run, t.epoch,"
                        + " t.message_count, t.commit_id, t.generation, (SELECT MAX(j.job_id) FROM"
                        + " awaken_job j WHERE j.thread_id = t.thread_id AND j.status = 'queued')"
                        + " AS waiting FROM (VALUES (1)) AS one(x) LEFT JOIN awaken_thread t ON"
                        + " t.thread_id = :thread")
                .setParameter("thread", threadId.value())
                .getSingleResult();
    return new SeenThread(
        number(row[0]),
        (String) row[1],
        (String) row[2],
        (String) row[3],
        (String) row[4],
        (String) row[5],
        number(row[6]),
        number(row[7]),
        (String) row[8],
        number(row[9]),
        row[10] != null);
  }

  boolean exists() {
    return tenant != null;
  }

  boolean free() {
    return slotToken == null && openRun == null && !queued;
  }

  RunId openRunId() {
    return ThreadRow.run(openRun);
  }

  private static long number(Object value) {
    return value == null ? 0 : ((Number) value).longValue();
  }
}
