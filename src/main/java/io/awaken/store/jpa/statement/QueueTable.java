package io.awaken.store.jpa.statement;

import io.awaken.store.database.DatabaseProduct;

/**
 * The queued jobs in queue order. PostgreSQL lists them in a separate table, so that no index
 * prevents HOT updates of jobs. On H2 the list is a view; since H2 cannot order a view by an index,
 * it reads the jobs themselves.
 *
 * @param table the table, to be followed by an alias
 * @param tenant the sort column of the tenant: the part before the id in the thread key, empty for
 *     the tenant without authentication
 * @param queued the condition of queued jobs
 * @param first the first columns of the index, as in the order
 */
public record QueueTable(String table, String tenant, String queued, String first) {

  public static QueueTable of(DatabaseProduct product) {
    return switch (product) {
      case H2 -> new QueueTable("awaken_job", "queue_tenant", "q.status = 'queued'", "q.status, ");
      case POSTGRESQL -> new QueueTable("awaken_queue", "tenant_key", "TRUE", "");
    };
  }

  /**
   * Returns the table as {@code q} with its condition, to be extended.
   *
   * @param joined joins with other tables; may be empty
   */
  public String fromWhere(String joined) {
    return " FROM " + table + " q" + joined + " WHERE " + queued;
  }

  /** The order of the queue and its index. */
  public String order() {
    return " ORDER BY " + first + "q." + tenant + ", q.priority, q.created_at, q.job_id";
  }
}
