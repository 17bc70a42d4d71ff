package io.awaken.store.jpa.job;

import io.awaken.core.run.JobId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.QueueWatch;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.jpa.statement.DueJobs.QueueTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Queries on a plain pool connection, so that it does not wait for a transaction permit. */
public final class JpaQueueWatch implements QueueWatch {
  private static final int TIMEOUT_SECONDS = 5;

  /** The same condition as for the mailbox's claimable jobs. */
  private static final String FREE =
      " AND q.available_at <= %1$s AND t.slot_job IS NULL"
          + " AND (t.open_run IS NULL OR t.open_run = q.run_key)";

  private static final String OF_THREAD = " JOIN awaken_thread t ON t.thread_key = q.thread_key";

  /** While an old snapshot exists, vacuum cannot remove dead rows and the queue slows down. */
  private static final String OLDEST_SNAPSHOT =
      "(SELECT CAST(coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0) * 1000"
          + " AS BIGINT) FROM pg_stat_activity WHERE datname = current_database()"
          + " AND backend_xmin IS NOT NULL AND pid <> pg_backend_pid())";

  private final Database database;
  private final BooleanSupplier hasRoom;
  private final String next;
  private final String figures;

  /**
   * @param hasRoom whether the database accepts writes
   */
  public JpaQueueWatch(Database database, BooleanSupplier hasRoom) {
    this.database = database;
    this.hasRoom = hasRoom;
    String clock = database.clockMillis();
    QueueTable queue = QueueTable.of(database.product());
    next =
        ("SELECT j.job_id, j.attempt_count - j.released_count, %1$s - d.available_at FROM"
                + " (SELECT q.thread_key, q.job_id, q.available_at"
                + queue.fromWhere(OF_THREAD)
                + FREE
                + queue.order()
                + " LIMIT 1) d JOIN awaken_job j"
                + " ON j.thread_key = d.thread_key AND j.job_id = d.job_id")
            .formatted(clock);
    figures =
        ("SELECT (SELECT count(*) FROM awaken_queue),"
                + " (SELECT count(*) FROM awaken_dead_letter),"
                + " (SELECT coalesce(%1$s - min(q.available_at), 0)"
                + queue.fromWhere(OF_THREAD)
                + FREE
                + "), "
                + (database.product() == DatabaseProduct.POSTGRESQL ? OLDEST_SNAPSHOT : "NULL"))
            .formatted(clock);
  }

  /** A full database answers queries, but no run can start. */
  @Override
  public Optional<Due> nextDue() {
    if (!hasRoom.getAsBoolean()) {
      throw new StoreUnavailable("the database had no room for recent writes", null);
    }
    return ask(next, rows -> rows.next() ? Optional.of(due(rows)) : Optional.empty());
  }

  private static Due due(ResultSet row) throws SQLException {
    return new Due(new JobId(row.getString(1)), row.getInt(2), Duration.ofMillis(row.getLong(3)));
  }

  @Override
  public Figures figures() {
    return ask(
        figures,
        rows -> {
          rows.next();
          return new Figures(rows.getLong(1), rows.getLong(2), millis(rows, 3), millis(rows, 4));
        });
  }

  private static Duration millis(ResultSet row, int column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Duration.ofMillis(millis);
  }

  private <T> T ask(String sql, Answer<T> answer) {
    try (Connection connection = database.dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setQueryTimeout(TIMEOUT_SECONDS);
      try (ResultSet rows = statement.executeQuery()) {
        return answer.of(rows);
      }
    } catch (SQLException e) {
      throw new StoreUnavailable("the queue could not be read: " + e.getMessage(), e);
    }
  }

  @FunctionalInterface
  private interface Answer<T> {
    T of(ResultSet rows) throws SQLException;
  }
}
