package io.awaken.store.jpa.rows;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A deleted thread whose rows are not all removed; used only in queries. */
@Entity
@Table(name = "awaken_deleted_thread")
public class DeletedThreadRow {

  /** Appended to a JPQL condition. */
  private static final String LEFT_OUT =
      " and not exists (select gone.threadId from DeletedThreadRow gone where gone.threadId = %s)";

  /** Appended to an SQL condition. */
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
   * Returns a JPQL condition that excludes deleted threads, to append to another.
   *
   * @param threadId a path to the thread's id
   */
  public static String leftOut(String threadId) {
    return LEFT_OUT.formatted(threadId);
  }

  /** Returns the same condition in SQL. */
  public static String leftOutSql(String threadId) {
    return LEFT_OUT_SQL.formatted(threadId);
  }
}
