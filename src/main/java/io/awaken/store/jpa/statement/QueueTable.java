package io.awaken.store.jpa.statement;

import io.awaken.store.database.DatabaseProduct;

/**
 * The queued jobs in the order of the queue. On PostgreSQL they are listed in a table of their own,
 * so that no index keeps jobs from being updated in place. On H2 that list is a view, through which
 * an order is not read along an index: there the jobs themselves are read.
 *
 * @param table the table, to be followed by an alias
 * @param tenant the column with the tenant as the queue is ordered by it: what stands before the id
 *     in the key of the thread, which is nothing for the tenant without authentication
 * @param queued the condition that holds for queued jobs
 * @param first the columns that the index begins with, as the order names them
 */
public record QueueTable(String table, String tenant, String queued, String first) {

  public static QueueTable of(DatabaseProduct product) {
    return switch (product) {
      case H2 -> new QueueTable("awaken_job", "queue_tenant", "q.status = 'queued'", "q.status, ");
      case POSTGRESQL -> new QueueTable("awaken_queue", "tenant_key", "TRUE", "");
    };
  }

  /**
   * The table as {@code q} with the condition, to be followed by others.
   *
   * @param joined joins with other tables; no text for none
   */
  public String fromWhere(String joined) {
    return " FROM " + table + " q" + joined + " WHERE " + queued;
  }

  /** The order of the queue, which is that of its index. */
  public String order() {
    return " ORDER BY " + first + "q." + tenant + ", q.priority, q.created_at, q.job_id";
  }
}
