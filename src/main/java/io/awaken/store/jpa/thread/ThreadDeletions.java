package io.awaken.store.jpa.thread;

import io.awaken.core.decision.Deletion;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.store.thread.ThreadStore.UnfinishedRun;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.ThreadLock;
import io.awaken.store.jpa.statement.ThreadRemoval;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;

/** Deletes threads, behind the thread row. */
final class ThreadDeletions {

  /** Maximum rows of a thread that are deleted in one transaction. */
  private static final int AT_ONCE = 2_000;

  private static final String UNFINISHED =
      "SELECT r.thread_id, r.run_id FROM awaken_run r WHERE r.thread_id IN (:threads)"
          + " AND r.status <> 'done'"
          + " ORDER BY CASE WHEN r.status = 'created' THEN 0 ELSE 1 END, r.created_at, r.run_id";

  private final ThreadLock threads;
  private final ThreadRemoval removal;

  ThreadDeletions(ThreadLock threads, ThreadRemoval removal) {
    this.threads = threads;
    this.removal = removal;
  }

  List<UnfinishedRun> unfinished(EntityManager em, Collection<ThreadId> of, int limit) {
    List<?> rows =
        em.createNativeQuery(UNFINISHED)
            .setParameter("threads", ThreadPages.values(of))
            .setMaxResults(limit)
            .getResultList();
    return rows.stream().map(row -> run((Object[]) row)).toList();
  }

  private static UnfinishedRun run(Object[] row) {
    return new UnfinishedRun(ThreadId.ofKey((String) row[0]), new RunId((String) row[1]));
  }

  Deleted delete(EntityManager em, ThreadId id, Caller by, boolean onlyChildless) {
    threads.hold(em, id.key());
    // Under the lock: earlier submissions are visible, later ones create a new thread.
    Deleted deleted =
        Deletion.decide(
            mayWrite(em, id, by),
            !unfinished(em, List.of(id), 1).isEmpty(),
            onlyChildless && hasChildren(em, id));
    if (deleted == Deleted.DELETED) {
      removal.delete(em, id.key(), AT_ONCE);
    }
    return deleted;
  }

  /** Returns whether the caller may write to a thread whose row is locked. */
  static boolean mayWrite(EntityManager em, ThreadId id, Caller by) {
    return em
        .createQuery(
            "select " + ThreadRow.ACCESS + " from ThreadRow t where t.threadId = :thread",
            Object[].class)
        .setParameter("thread", id.key())
        .getResultList()
        .stream()
        .anyMatch(row -> ThreadRow.access(row, 0).allows(by, ThreadAction.WRITE));
  }

  static boolean hasChildren(EntityManager em, ThreadId id) {
    return !em.createQuery(
            "select t.threadId from ThreadRow t where t.parentThreadId = :thread", String.class)
        .setParameter("thread", id.key())
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }
}
