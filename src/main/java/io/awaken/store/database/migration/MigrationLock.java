package io.awaken.store.database.migration;

import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;

/**
 * Distinguishes a held migration lock from one that a dead node left in Liquibase's table.
 *
 * <p>On PostgreSQL every node holds a session lock of the database while it migrates; the database
 * releases it when the node dies. While a node has the session lock, no row in the table has a
 * living owner. On H2 a row written before this process started is stale, since an H2 file has one
 * process; any other row is stale after five minutes. Liquibase's own tools take no session lock:
 * stop the nodes before using them.
 */
final class MigrationLock implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MigrationLock.class.getName());
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 200;

  /** "awaken" as bytes, a number that other applications are unlikely to use. */
  private static final long SESSION_LOCK = 0x6177616b656eL;

  private final Connection connection;
  private final DatabaseProduct product;

  private MigrationLock(Connection connection, DatabaseProduct product) {
    this.connection = connection;
    this.product = product;
  }

  static MigrationLock take(Connection connection) throws SQLException {
    MigrationLock lock = new MigrationLock(connection, DatabaseProduct.of(connection));
    if (lock.product == DatabaseProduct.POSTGRESQL) {
      lock.awaitSession();
    }
    return lock;
  }

  private void awaitSession() throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!session("SELECT pg_try_advisory_lock(?)")) {
      if (System.nanoTime() > deadline) {
        throw new DatabaseRefused(
            "Another node has been migrating the database for five minutes; start again later");
      }
      pause();
    }
  }

  /** Releases the table's lock when its holder cannot be alive. */
  void releaseStale() throws SQLException {
    if (!EarlierVersions.exists(connection, "databasechangeloglock")) {
      return;
    }
    String sql = "SELECT LOCKEDBY, LOCKGRANTED FROM DATABASECHANGELOGLOCK WHERE LOCKED = TRUE";
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      if (rows.next() && isStale(rows.getTimestamp(2))) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Releasing the migration lock that {0} took at {1} before it died",
            rows.getString(1),
            rows.getTimestamp(2));
        release();
      }
    }
  }

  private boolean isStale(Timestamp granted) {
    if (product == DatabaseProduct.POSTGRESQL || granted == null) {
      return true;
    }
    Instant begun = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    Instant at = granted.toInstant();
    return at.isBefore(begun) || at.isBefore(Instant.now().minus(PATIENCE));
  }

  private void release() throws SQLException {
    String sql =
        "UPDATE DATABASECHANGELOGLOCK SET LOCKED = FALSE, LOCKEDBY = NULL, LOCKGRANTED = NULL";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.executeUpdate();
    }
  }

  private boolean session(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, SESSION_LOCK);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getBoolean(1);
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseRefused("Interrupted while another node migrates the database", e);
    }
  }

  /** The connection returns to a pool, so the session lock must be released. */
  @Override
  public void close() throws SQLException {
    if (product == DatabaseProduct.POSTGRESQL && !connection.isClosed()) {
      session("SELECT pg_advisory_unlock(?)");
    }
  }
}
