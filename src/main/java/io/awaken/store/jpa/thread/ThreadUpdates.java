package io.awaken.store.jpa.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadPatch;
import io.awaken.core.store.thread.ThreadPatch.Change;
import io.awaken.core.store.thread.ThreadStore.LineageRefused;
import io.awaken.store.database.Keys;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredJson;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Updates only the changed columns of threads. A new parent is written and verified before anything
 * else, so that a refused update changes nothing.
 */
final class ThreadUpdates {
  private final Transactions transactions;
  private final ThreadLock threads;
  private final String update;

  ThreadUpdates(Transactions transactions, ThreadLock threads, String clock) {
    this.transactions = transactions;
    this.threads = threads;
    this.update = "UPDATE awaken_thread SET updated_at = " + clock;
  }

  /**
   * @return false when the caller has no such thread
   */
  boolean change(ThreadId id, Caller by, ThreadPatch patch) {
    ThreadId parent = patch.parentThreadId().value();
    Change<String> before =
        AmbiguousCommits.call(
            transactions,
            em -> {
              Seen thread = Seen.find(em, Keys.thread(id));
              if (thread == null || !thread.access().allows(by, ThreadAction.WRITE)) {
                return Change.<String>keep();
              }
              boolean written;
              if (parent == null) {
                written = write(em, id, patch);
              } else {
                check(em, id, parent, by);
                written = move(em, id, parent);
              }
              return written ? Change.to(thread.parent()) : Change.keep();
            });
    return before.present() && (parent == null || settled(id, before.value(), patch));
  }

  /** Locks the parent of a new thread against concurrent deletion. */
  void requireParent(EntityManager em, ThreadId id, ThreadId parent, Caller by) {
    threads.hold(em, Keys.thread(parent));
    check(em, id, parent, by);
  }

  private static void check(EntityManager em, ThreadId id, ThreadId parent, Caller by) {
    Seen above = Seen.find(em, Keys.thread(parent));
    if (above == null || !above.access().allows(by, ThreadAction.READ)) {
      throw LineageRefused.unknown(parent);
    }
    if (comesFrom(em, parent, id)) {
      throw LineageRefused.cycle(id, parent);
    }
  }

  /** Returns whether a thread is another or one of its descendants. */
  private static boolean comesFrom(EntityManager em, ThreadId thread, ThreadId other) {
    String at = thread.key();
    for (int depth = 0; at != null; depth++) {
      if (at.equals(other.key())) {
        return true;
      }
      if (depth == LineageRefused.MAX_DEPTH) {
        throw LineageRefused.tooDeep(thread);
      }
      Seen row = Seen.find(em, Keys.thread(at));
      at = row == null ? null : row.parent();
    }
    return false;
  }

  /**
   * Writes the other columns after the new parent, or reverts the parent if concurrent updates
   * closed a cycle. The last of them to commit detects it, so no other thread's row is locked.
   *
   * @return false when the thread was deleted
   */
  private boolean settled(ThreadId id, String before, ThreadPatch patch) {
    ThreadId parent = patch.parentThreadId().value();
    Change<Boolean> rest =
        AmbiguousCommits.call(
            transactions,
            em -> {
              if (closesCycle(em, id, parent)) {
                moveBack(em, id, parent, before);
                return Change.<Boolean>keep();
              }
              return Change.to(write(em, id, patch));
            });
    if (!rest.present()) {
      throw LineageRefused.cycle(id, parent);
    }
    return rest.value();
  }

  private static boolean closesCycle(EntityManager em, ThreadId id, ThreadId parent) {
    try {
      return comesFrom(em, parent, id);
    } catch (LineageRefused e) {
      return true;
    }
  }

  private static boolean move(EntityManager em, ThreadId id, ThreadId parent) {
    return Sql.updated(
        em,
        "UPDATE awaken_thread SET parent_thread_id = :parent WHERE thread_key = :thread",
        "parent",
        parent.key(),
        "thread",
        Keys.thread(id));
  }

  private static void moveBack(EntityManager em, ThreadId id, ThreadId parent, String before) {
    em.createNativeQuery(
            "UPDATE awaken_thread SET parent_thread_id = :before"
                + " WHERE thread_key = :thread AND parent_thread_id = :parent")
        .setParameter("before", before)
        .setParameter("thread", Keys.thread(id))
        .setParameter("parent", parent.key())
        .executeUpdate();
  }

  /** Writes all changes except the parent, which is already written. */
  private boolean write(EntityManager em, ThreadId id, ThreadPatch patch) {
    Map<String, Object> values = new LinkedHashMap<>();
    var sql = new StringBuilder(update);
    set(sql, values, "title", patch.title());
    set(sql, values, "resource_id", patch.resourceId());
    if (patch.parentThreadId().present() && patch.parentThreadId().value() == null) {
      set(sql, values, "parent_thread_id", Change.to(null));
    }
    set(
        sql,
        values,
        "custom",
        new Change<>(patch.custom().present(), StoredJson.writeMetadata(patch.custom().value())));
    var query = em.createNativeQuery(sql.append(" WHERE thread_key = :thread").toString());
    values.forEach(query::setParameter);
    return query.setParameter("thread", Keys.thread(id)).executeUpdate() == 1;
  }

  private static void set(
      StringBuilder sql, Map<String, Object> values, String column, Change<String> change) {
    if (change.present() && change.value() == null) {
      sql.append(", ").append(column).append(" = NULL");
    } else if (change.present()) {
      sql.append(", ").append(column).append(" = :").append(column);
      values.put(column, change.value());
    }
  }

  /** Who may update a thread, and the key of its parent. */
  private record Seen(ThreadAccess access, String parent) {

    /** Null without such a thread. */
    static Seen find(EntityManager em, UUID thread) {
      List<Object[]> rows =
          em.createQuery(
                  "select t.parentThreadId, "
                      + ThreadRow.ACCESS
                      + " from ThreadRow t where t.threadKey = :thread",
                  Object[].class)
              .setParameter("thread", thread)
              .getResultList();
      return rows.isEmpty()
          ? null
          : new Seen(ThreadRow.access(rows.getFirst(), 1), (String) rows.getFirst()[0]);
    }
  }
}
