package io.awaken.store.jpa.rows;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A thread that is deleted and whose rows are not all removed yet; only asked for. */
@Entity
@Table(name = "awaken_deleted_thread")
public class DeletedThreadRow {

  /** What follows a condition of JPQL to leave out rows of deleted threads. */
  private static final String LEFT_OUT =
      " and not exists (select gone.threadId from DeletedThreadRow gone where gone.threadId = %s)";

  /** The same in SQL. */
  private static final String LEFT_OUT_SQL =
      " AND NOT EXISTS (SELECT 1 FROM awaken_deleted_thread gone WHERE gone.thread_id = %s)";

  @Id
  @Column(name = "thread_id")
  String threadId;

  @Column(name = "deleted_at")
  long deletedAt;

  /** For Hibernate. */
  protected DeletedThreadRow() {}

  /**
   * A JPQL condition, to be put behind another one: the thread is not deleted.
   *
   * @param threadId a path to the thread's id
   */
  public static String leftOut(String threadId) {
    return LEFT_OUT.formatted(threadId);
  }

  /** The same in SQL. */
  public static String leftOutSql(String threadId) {
    return LEFT_OUT_SQL.formatted(threadId);
  }
}
