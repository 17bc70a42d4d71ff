package io.awaken.store.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * Time limits of PostgreSQL sessions. A stalled node keeps the locks of its transaction; without
 * limits every other node would wait until its socket timeout, starting with the sweep that would
 * reclaim the node's runs (failure F23). The server also ends sessions of dead clients.
 */
public final class SessionLimits {
  private static final System.Logger LOG = System.getLogger(SessionLimits.class.getName());

  /**
   * Session parameters for the driver's property {@code options}. A lock timeout is reported to the
   * caller like an outage, but not counted as one.
   */
  static final String OPTIONS =
      "-c lock_timeout=3s -c idle_in_transaction_session_timeout=10s"
          + " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
          + " -c tcp_user_timeout=20s";

  /** Idle time of a transaction beyond the limit of its work. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final String PAUSES =
      "SELECT set_config('idle_in_transaction_session_timeout', ?, true)";

  /** Names the limits that a session lacks. */
  private static final String MISSING =
      "SELECT string_agg(name, ', ' ORDER BY name DESC) FROM pg_settings WHERE setting = '0'"
          + " AND name IN ('lock_timeout', 'idle_in_transaction_session_timeout')";

  private SessionLimits() {}

  /** Warns the operator of a pool whose sessions lack limits. */
  static void logMissing(Connection connection, DatabaseProduct product) throws SQLException {
    if (product != DatabaseProduct.POSTGRESQL) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(MISSING)) {
      rows.next();
      if (rows.getString(1) != null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The sessions of the pool have no {0}: a node that stalls with a lock blocks the"
                + " others. Set them for its user, as server-config/postgresql-role.sql"
                + " does",
            rows.getString(1));
      }
    }
  }

  /**
   * Allows the calling thread's transaction to be idle for as long as its work may take, since a
   * tool may not use the database for a while. The connection is returned at once, so that the tool
   * gets the same one.
   */
  public static void allowPauses(Database database, Duration limit) {
    if (database.product() != DatabaseProduct.POSTGRESQL) {
      return;
    }
    try (Connection connection = database.dataSource().getConnection()) {
      allowPauses(connection, limit);
    } catch (SQLException e) {
      throw new IllegalStateException("the transaction of a tool could not be started", e);
    }
  }

  static void allowPauses(Connection connection, Duration limit) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(PAUSES)) {
      long millis = Math.min(limit.plus(MARGIN).toMillis(), Integer.MAX_VALUE);
      statement.setString(1, Long.toString(millis));
      statement.executeQuery().close();
    }
  }

  /** Removes the limits for a session that changes the schema, which has no time limit. */
  public static void lift(Connection connection, DatabaseProduct product) throws SQLException {
    execute(
        connection, product, "SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
  }

  /** Restores the limits from the start of the session. */
  public static void restore(Connection connection, DatabaseProduct product) throws SQLException {
    execute(connection, product, "RESET lock_timeout; RESET idle_in_transaction_session_timeout");
  }

  private static void execute(Connection connection, DatabaseProduct product, String sql)
      throws SQLException {
    if (product == DatabaseProduct.POSTGRESQL) {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }
  }
}
