package io.awaken.store.jpa.statement;

import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.jpa.rows.Sql;
import jakarta.persistence.EntityManager;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Removes the rows of deleted threads and detaches their children, a limited number per
 * transaction, behind the thread row. That row goes last, so the id stays taken until nothing is
 * left.
 */
public final class ThreadRemoval {

  /**
   * The tables with rows of a thread, except its own. Idempotency keys are not included: they
   * belong to their sender and expire.
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
          "push",
          "media",
          "job",
          "run");

  /** A part of media costs as much as this many other rows. */
  private static final int MEDIA_WEIGHT = 64;

  /** The tenant of a deleted thread, which no caller has. */
  static final String NO_TENANT = "";

  private static final String MARK =
      "UPDATE awaken_thread SET tenant = '"
          + NO_TENANT
          + "', owner = '', title = NULL, resource_id = NULL, parent_thread_id = NULL,"
          + " custom = NULL WHERE thread_key = :thread";

  private static final String DETACH = "UPDATE awaken_thread SET parent_thread_id = NULL WHERE ";

  private static final String ID_OF =
      "(SELECT p.thread_id FROM awaken_thread p WHERE p.thread_key = :thread)";

  /** With the statement of PostgreSQL, H2 would compare each thread with each child. */
  private static final Map<DatabaseProduct, String> SOME_CHILDREN =
      Map.of(
          DatabaseProduct.H2,
          "parent_thread_id = " + ID_OF + " FETCH FIRST :most ROWS ONLY",
          DatabaseProduct.POSTGRESQL,
          "thread_key IN (SELECT c.thread_key FROM awaken_thread c"
              + " WHERE c.parent_thread_id = "
              + ID_OF
              + " ORDER BY c.thread_key LIMIT :most)");

  private final Map<String, String> deletes = new LinkedHashMap<>();
  private final ThreadLock threads;
  private final String detach;
  private final String next;

  ThreadRemoval(ThreadLock threads, DatabaseProduct product) {
    this.threads = threads;
    for (String table : TABLES) {
      String name = "awaken_" + table;
      deletes.put(name, product.deleteSome(name, "thread_key = :thread", ":most"));
    }
    detach = DETACH + SOME_CHILDREN.get(product);
    next =
        "SELECT d.thread_key FROM awaken_deleted_thread d ORDER BY d.deleted_at, d.thread_key LIMIT"
            + " 1"
            + product.skipLocked("d");
  }

  /**
   * Deletes a locked thread: completely if it has at most this many rows, otherwise this many;
   * {@link #removeSome} removes the rest.
   */
  public void delete(EntityManager em, UUID threadKey, int rows) {
    if (!removed(em, threadKey, rows)) {
      keyed(em, MARK, threadKey);
      keyed(em, "INSERT INTO awaken_deleted_thread (thread_key) VALUES (:thread)", threadKey);
    }
  }

  /**
   * Removes this many rows of the thread that was deleted first, unless another node is removing
   * it.
   *
   * @return whether there was such a thread
   */
  public boolean removeSome(EntityManager em, int rows) {
    List<?> found = em.createNativeQuery(next).getResultList();
    if (found.isEmpty()) {
      return false;
    }
    UUID threadKey = Sql.uuid(found.getFirst());
    threads.hold(em, threadKey);
    if (removed(em, threadKey, rows)) {
      keyed(em, "DELETE FROM awaken_deleted_thread WHERE thread_key = :thread", threadKey);
    }
    return true;
  }

  /**
   * @return whether the thread is completely removed
   */
  private boolean removed(EntityManager em, UUID threadKey, int rows) {
    int left = rows - some(em, detach, threadKey, rows);
    if (left <= 0) {
      return false;
    }
    for (Map.Entry<String, String> delete : deletes.entrySet()) {
      int weight = delete.getKey().equals("awaken_media") ? MEDIA_WEIGHT : 1;
      left -= weight * some(em, delete.getValue(), threadKey, Math.max(1, left / weight));
      if (left <= 0) {
        return false;
      }
    }
    keyed(em, "DELETE FROM awaken_thread WHERE thread_key = :thread", threadKey);
    return true;
  }

  private static int some(EntityManager em, String sql, UUID threadKey, int most) {
    return Sql.update(em, sql, "thread", threadKey, "most", most);
  }

  private static void keyed(EntityManager em, String sql, UUID threadKey) {
    Sql.update(em, sql, "thread", threadKey);
  }
}
