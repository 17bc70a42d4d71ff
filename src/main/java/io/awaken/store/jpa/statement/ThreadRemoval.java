package io.awaken.store.jpa.statement;

import io.awaken.store.database.DatabaseProduct;
import jakarta.persistence.EntityManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes the rows of deleted threads, and detaches the threads that come from them, so many in a
 * transaction, behind the thread row. That goes last, so that the id is taken until nothing is
 * left.
 */
public final class ThreadRemoval {

  /**
   * The tables whose rows belong to a thread, beside its own row. Keys of idempotent requests are
   * not among them: they belong to their sender, and are given up by time.
   */
  public static final List<String> TABLES =
      List.of(
          "message",
          "system_message",
          "stretch",
          "call",
          "segment",
          "inbox",
          "suspension",
          "state",
          "outbox",
          "media",
          "job",
          "run");

  /** A part of media is as much work as so many other rows. */
  private static final int MEDIA_WEIGHT = 64;

  /** The tenant of a deleted thread: no caller has it. */
  static final String NO_TENANT = "";

  private static final String MARK =
      "UPDATE awaken_thread SET tenant = '"
          + NO_TENANT
          + "', owner = '', title = NULL, resource_id = NULL, parent_thread_id = NULL,"
          + " custom = NULL WHERE thread_id = :thread";

  private static final String DETACH =
      "UPDATE awaken_thread SET parent_thread_id = NULL WHERE thread_id IN (SELECT c.thread_id"
          + " FROM awaken_thread c WHERE c.parent_thread_id = :thread"
          + " ORDER BY c.thread_id LIMIT :most)";

  private final Map<String, String> deletes = new LinkedHashMap<>();
  private final ThreadLock threads;
  private final String next;

  ThreadRemoval(ThreadLock threads, DatabaseProduct product) {
    this.threads = threads;
    for (String table : TABLES) {
      String name = "awaken_" + table;
      deletes.put(name, product.deleteSome(name, "thread_id = :thread", ":most"));
    }
    next =
        "SELECT d.thread_id FROM awaken_deleted_thread d ORDER BY d.deleted_at, d.thread_id LIMIT 1"
            + product.skipLocked("d");
  }

  /**
   * Deletes a thread that is held: at once if it has at most so many rows, otherwise that many of
   * them, and the others are left to {@link #removeSome}.
   */
  public void delete(EntityManager em, String threadId, int rows) {
    if (!removed(em, threadId, rows)) {
      keyed(em, MARK, threadId);
      keyed(em, "INSERT INTO awaken_deleted_thread (thread_id) VALUES (:thread)", threadId);
    }
  }

  /**
   * Removes so many rows of the thread that was deleted first, unless another node is at it.
   *
   * @return whether there was such a thread
   */
  public boolean removeSome(EntityManager em, int rows) {
    List<?> found = em.createNativeQuery(next).getResultList();
    if (found.isEmpty()) {
      return false;
    }
    String threadId = (String) found.getFirst();
    threads.hold(em, threadId);
    if (removed(em, threadId, rows)) {
      keyed(em, "DELETE FROM awaken_deleted_thread WHERE thread_id = :thread", threadId);
    }
    return true;
  }

  /**
   * @return whether nothing is left of the thread
   */
  private boolean removed(EntityManager em, String threadId, int rows) {
    int left = rows - some(em, DETACH, threadId, rows);
    if (left <= 0) {
      return false;
    }
    for (Map.Entry<String, String> delete : deletes.entrySet()) {
      int weight = delete.getKey().equals("awaken_media") ? MEDIA_WEIGHT : 1;
      left -= weight * some(em, delete.getValue(), threadId, Math.max(1, left / weight));
      if (left <= 0) {
        return false;
      }
    }
    keyed(em, "DELETE FROM awaken_thread WHERE thread_id = :thread", threadId);
    return true;
  }

  private static int some(EntityManager em, String sql, String threadId, int most) {
    return em.createNativeQuery(sql)
        .setParameter("thread", threadId)
        .setParameter("most", most)
        .executeUpdate();
  }

  private static void keyed(EntityManager em, String sql, String threadId) {
    em.createNativeQuery(sql).setParameter("thread", threadId).executeUpdate();
  }
}
