package io.awaken.store.jpa;

import io.awaken.core.commit.LineageRefused;
import io.awaken.core.commit.ThreadPatch;
import io.awaken.core.commit.ThreadPatch.Change;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changes what is said about threads: only the columns that a change speaks of. */
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
   * @return false when the caller sees no such thread
   */
  boolean change(ThreadId id, Caller by, ThreadPatch patch) {
    ThreadId parent = patch.parentThreadId().value();
    Change<String> before =
        LostAnswers.settle(
            () ->
                transactions.call(
                    em -> {
                      Seen thread = Seen.find(em, id.value());
                      if (thread == null || !thread.by(by)) {
                        return Change.<String>keep();
                      }
                      if (parent != null) {
                        check(em, id, parent, by);
                      }
                      return write(em, id, patch) ? Change.to(thread.parent()) : Change.keep();
                    }));
    if (before.said() && parent != null) {
      lookAgain(id, parent, before.value());
    }
    return before.said();
  }

  /** Holds the parent of a new thread, which would miss it if it were deleted meanwhile. */
  void requireParent(EntityManager em, ThreadId id, ThreadId parent, Caller by) {
    threads.hold(em, parent.value());
    check(em, id, parent, by);
  }

  private static void check(EntityManager em, ThreadId id, ThreadId parent, Caller by) {
    Seen above = Seen.find(em, parent.value());
    if (above == null || !above.by(by)) {
      throw LineageRefused.unknown(parent);
    }
    if (comesFrom(em, parent, id)) {
      throw LineageRefused.cycle(id, parent);
    }
  }

  /** Whether a thread is another, or one of those above it is. */
  private static boolean comesFrom(EntityManager em, ThreadId thread, ThreadId other) {
    String at = thread.value();
    for (int depth = 0; at != null; depth++) {
      if (at.equals(other.value())) {
        return true;
      }
      if (depth == LineageRefused.MAX_DEPTH) {
        throw LineageRefused.tooDeep(thread);
      }
      Seen row = Seen.find(em, at);
      at = row == null ? null : row.parent();
    }
    return false;
  }

  /**
   * Takes a new parent back that closed a cycle together with one that was given at the same time.
   * Whoever of them commits last sees it, and nobody has to hold the row of another thread.
   */
  private void lookAgain(ThreadId id, ThreadId parent, String before) {
    boolean cycle =
        LostAnswers.settle(
            () ->
                transactions.call(
                    em -> {
                      if (!closesCycle(em, id, parent)) {
                        return false;
                      }
                      var back =
                          em.createNativeQuery(
                              "UPDATE awaken_thread SET parent_thread_id = :before"
                                  + " WHERE thread_id = :thread AND parent_thread_id = :parent");
                      back.setParameter("before", before)
                          .setParameter("thread", id.value())
                          .setParameter("parent", parent.value())
                          .executeUpdate();
                      return true;
                    }));
    if (cycle) {
      throw LineageRefused.cycle(id, parent);
    }
  }

  private static boolean closesCycle(EntityManager em, ThreadId id, ThreadId parent) {
    try {
      return comesFrom(em, parent, id);
    } catch (LineageRefused e) {
      return true;
    }
  }

  private boolean write(EntityManager em, ThreadId id, ThreadPatch patch) {
    Map<String, Object> values = new LinkedHashMap<>();
    var sql = new StringBuilder(update);
    set(sql, values, "title", patch.title());
    set(sql, values, "resource_id", patch.resourceId());
    set(sql, values, "parent_thread_id", text(patch.parentThreadId()));
    set(
        sql,
        values,
        "custom",
        new Change<>(patch.custom().said(), StoredJson.writeMetadata(patch.custom().value())));
    var query = em.createNativeQuery(sql.append(" WHERE thread_id = :thread").toString());
    values.forEach(query::setParameter);
    return query.setParameter("thread", id.value()).executeUpdate() == 1;
  }

  private static Change<String> text(Change<ThreadId> parent) {
    return new Change<>(parent.said(), parent.value() == null ? null : parent.value().value());
  }

  private static void set(
      StringBuilder sql, Map<String, Object> values, String column, Change<String> change) {
    if (change.said() && change.value() == null) {
      sql.append(", ").append(column).append(" = NULL");
    } else if (change.said()) {
      sql.append(", ").append(column).append(" = :").append(column);
      values.put(column, change.value());
    }
  }

  /** What decides who may change a thread, and where it comes from. */
  private record Seen(String tenant, String owner, String parent) {

    /** Null when there is none. */
    static Seen find(EntityManager em, String threadId) {
      List<Object[]> rows =
          em.createQuery(
                  "select t.tenant, t.owner, t.parentThreadId from ThreadRow t"
                      + " where t.threadId = :thread",
                  Object[].class)
              .setParameter("thread", threadId)
              .getResultList();
      return rows.isEmpty()
          ? null
          : new Seen(
              (String) rows.getFirst()[0],
              (String) rows.getFirst()[1],
              (String) rows.getFirst()[2]);
    }

    boolean by(Caller caller) {
      return caller.sees(tenant, owner);
    }
  }
}
