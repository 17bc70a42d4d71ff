package io.awaken.store.jpa;

import jakarta.persistence.EntityManager;

/**
 * What was stored for a run and keeps it from parking, behind {@link ThreadLock}: a statement of
 * its own, since PostgreSQL would answer one within the update of the thread row as of before it
 * waited for the lock.
 *
 * @param cancelled whether it was asked to end
 * @param decided whether a decision counts: one of a batch when the last question has its decision,
 *     another at once
 */
record Pending(boolean cancelled, boolean decided) {
  static final String DECIDED =
      "EXISTS (SELECT 1 FROM awaken_suspension d WHERE d.thread_id = :thread AND d.run_id = :run"
          + " AND d.status = 'decided' AND (d.batch = FALSE OR NOT EXISTS (SELECT 1"
          + " FROM awaken_suspension o WHERE o.thread_id = :thread AND o.run_id = :run"
          + " AND o.status = 'open')))";

  /** The cancellation that a run, given by parameters, has not acted on; at most one row. */
  static final String CANCELLATION = cancellation(":thread", ":run");

  private static final String LOOK =
      "SELECT EXISTS (" + CANCELLATION + ") AS c, " + DECIDED + " AS d";

  /** The same of the run that a row of this name carries. */
  static String cancellationOf(String job) {
    return cancellation(job + ".thread_id", job + ".run_id");
  }

  private static String cancellation(String thread, String run) {
    return "SELECT 1 FROM awaken_inbox i WHERE i.thread_id = "
        + thread
        + " AND i.run_id = "
        + run
        + " AND i.kind = 'cancel' AND i.consumed_at IS NULL";
  }

  static Pending look(EntityManager em, String threadId, String runId) {
    Object[] row =
        (Object[])
            em.createNativeQuery(LOOK)
                .setParameter("thread", threadId)
                .setParameter("run", runId)
                .getSingleResult();
    return new Pending((Boolean) row[0], (Boolean) row[1]);
  }
}
