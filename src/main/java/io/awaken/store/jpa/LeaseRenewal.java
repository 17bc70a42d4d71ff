package io.awaken.store.jpa;

import io.awaken.core.commit.StoreUnavailable;
import io.awaken.core.mailbox.MailboxStore.Renewal;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.store.database.StandingConnection;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Extends leases on a plain connection of its own, which stays open: an exhausted pool or a long
 * transaction does not delay it, and a connection that says nothing is given up after a third of
 * the lease. Two statements however many claims there are. Touches job rows only, so it never waits
 * for a commit.
 */
final class LeaseRenewal implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 5;
  private static final String CLAIMS = " WHERE status = 'claimed' AND claim_token = ANY(?)";

  private static final String OF_JOB =
      " x WHERE x.thread_id = j.thread_id AND x.run_id = j.run_id AND x.";
  private static final String INBOX = " FROM awaken_inbox" + OF_JOB;
  private static final String QUESTIONS = " FROM awaken_suspension" + OF_JOB;

  private final StandingConnection connection;
  private final long leaseMillis;
  private final String clock;
  private final String extend;

  LeaseRenewal(Database database, Duration lease) {
    this.connection = new StandingConnection(database.aside(), lease.dividedBy(3), "renews leases");
    this.leaseMillis = lease.toMillis();
    this.clock = database.clockMillis();
    this.extend = "UPDATE awaken_job SET lease_until = " + clock + " + ?" + CLAIMS;
  }

  /** Opens the connection before anything else wants one. */
  void open() {
    try {
      connection.open();
    } catch (SQLException e) {
      throw new DatabaseRefused(
          "The database gives no connection to renew leases with: " + e.getMessage(), e);
    }
  }

  Renewal renew(Collection<ClaimToken> tokens) {
    if (tokens.isEmpty()) {
      return new Renewal(Set.of(), Set.of(), Set.of());
    }
    Object[] values = tokens.stream().map(ClaimToken::value).toArray();
    try {
      return connection.call(opened -> renew(opened, values));
    } catch (SQLException e) {
      throw new StoreUnavailable("leases could not be renewed", e);
    }
  }

  private Renewal renew(Connection connection, Object[] tokens) throws SQLException {
    Array array = connection.createArrayOf("varchar", tokens);
    try (PreparedStatement update = connection.prepareStatement(extend)) {
      update.setQueryTimeout(TIMEOUT_SECONDS);
      update.setLong(1, leaseMillis);
      update.setArray(2, array);
      update.executeUpdate();
    }
    return owned(connection, array);
  }

  private Renewal owned(Connection connection, Array tokens) throws SQLException {
    String sql =
        "SELECT claim_token, run_id, EXISTS (SELECT 1"
            + INBOX
            + "kind = 'cancel' AND x.consumed_at IS NULL) AS cancelled, EXISTS (SELECT 1"
            + INBOX
            + "kind = 'steer' AND x.consumed_at IS NULL) OR EXISTS (SELECT 1"
            + QUESTIONS
            + "status = 'decided') AS pending, deadline_at <= "
            + clock
            + " AS overdue FROM awaken_job j"
            + CLAIMS;
    Set<ClaimToken> owned = new HashSet<>();
    Set<RunId> cancelled = new HashSet<>();
    Set<RunId> pending = new HashSet<>();
    Set<ClaimToken> overdue = new HashSet<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setQueryTimeout(TIMEOUT_SECONDS);
      query.setArray(1, tokens);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          var token = new ClaimToken(rows.getString(1));
          owned.add(token);
          if (rows.getBoolean(3)) {
            cancelled.add(new RunId(rows.getString(2)));
          }
          if (rows.getBoolean(4)) {
            pending.add(new RunId(rows.getString(2)));
          }
          if (rows.getBoolean(5)) {
            overdue.add(token);
          }
        }
      }
    }
    return new Renewal(
        Set.copyOf(owned), Set.copyOf(cancelled), Set.copyOf(pending), Set.copyOf(overdue));
  }

  @Override
  public void close() {
    connection.close();
  }
}
