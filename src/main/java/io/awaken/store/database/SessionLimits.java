package io.awaken.store.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * For how long a session of PostgreSQL waits, and lets others wait. A node that stands still in the
 * midst of a transaction holds what it has locked; without these limits every other node waits for
 * that as long as its socket does, and the sweep that would take its runs over waits first (failure
 * F23). A server that hears nothing of a client any more ends its session as well.
 */
public final class SessionLimits {
  private static final System.Logger LOG = System.getLogger(SessionLimits.class.getName());

  /**
   * Parameters of the session, as the driver's property {@code options} takes them. A lock that was
   * not had in time is told like an outage to whoever asked, and counts as none.
   */
  static final String OPTIONS =
      "-c lock_timeout=3s -c idle_in_transaction_session_timeout=10s"
          + " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
          + " -c tcp_user_timeout=20s";

  /** What a transaction may idle beyond the limit of the work that is done in it. */
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private static final String PAUSES =
      "SELECT set_config('idle_in_transaction_session_timeout', ?, true)";

  /** What of them a session has not. */
  private static final String MISSING =
      "SELECT string_agg(name, ', ' ORDER BY name DESC) FROM pg_settings WHERE setting = '0'"
          + " AND name IN ('lock_timeout', 'idle_in_transaction_session_timeout')";

  private SessionLimits() {}

  /** Tells the operator of a pool whose sessions have none. */
  static void missing(Connection connection, DatabaseProduct product) throws SQLException {
    if (product != DatabaseProduct.POSTGRESQL) {
      return;
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(MISSING)) {
      rows.next();
      if (rows.getString(1) != null) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The sessions of the pool have no {0}: a node that stands still with a lock keeps the"
                + " others waiting. Set them for its user, as server-config/postgresql-role.sql"
                + " does",
            rows.getString(1));
      }
    }
  }

  /**
   * Lets the transaction that the calling thread is in idle for as long as its work may take: a
   * tool that works in it says nothing to the database for a while. The connection is given back at
   * once, so that the tool gets the same one of this transaction.
   */
  public static void allowPauses(Database database, Duration limit) {
    if (database.product() != DatabaseProduct.POSTGRESQL) {
      return;
    }
    try (Connection connection = database.dataSource().getConnection()) {
      allowPauses(connection, limit);
    } catch (SQLException e) {
      throw new IllegalStateException("the transaction of a tool could not be begun", e);
    }
  }

  static void allowPauses(Connection connection, Duration limit) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(PAUSES)) {
      long millis = Math.min(limit.plus(MARGIN).toMillis(), Integer.MAX_VALUE);
      statement.setString(1, Long.toString(millis));
      statement.executeQuery().close();
    }
  }

  /** Lifts them for a session that changes the schema, which takes as long as it takes. */
  public static void lift(Connection connection, DatabaseProduct product) throws SQLException {
    execute(
        connection, product, "SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0");
  }

  /** As they were when the session began. */
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
