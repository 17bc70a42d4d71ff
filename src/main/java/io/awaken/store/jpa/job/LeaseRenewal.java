package io.awaken.store.jpa.job;

import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.MailboxStore.Renewal;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.store.database.DedicatedConnection;
import io.awaken.store.jpa.statement.Pending;
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
 * Extends leases on a plain, dedicated connection that stays open: an exhausted pool or a long
 * transaction does not delay it, and an unresponsive connection is dropped after a third of the
 * lease. One statement on PostgreSQL, two on H2, for any number of claims. Updates only job rows
 * and skips locked ones, so it never waits for a commit.
 */
public final class LeaseRenewal implements AutoCloseable {
  /** The claimed jobs as {@code j}, from the small table that lists them. */
  static final String CLAIMED =
      " FROM awaken_lease l JOIN awaken_job j ON j.thread_key = l.thread_key AND j.job_id ="
          + " l.job_id";

  private static final int TIMEOUT_SECONDS = 5;
  private static final String CLAIMS = " WHERE status = 'claimed' AND claim_token = ANY(?)";
  private static final String LISTED =
      CLAIMED
          + " WHERE l.claim_token = ANY(?) AND j.status = 'claimed'"
          + " AND j.claim_token = l.claim_token";

  private static final String OF_JOB =
      " x WHERE x.thread_key = j.thread_key AND x.run_key = j.run_key AND x.";
  private static final String INBOX = " FROM awaken_inbox" + OF_JOB;
  private static final String QUESTIONS = " FROM awaken_suspension" + OF_JOB;
  private static final String SELECT =
      "SELECT j.claim_token, (SELECT r.run_id FROM awaken_run r WHERE r.thread_key = j.thread_key"
          + " AND r.run_key = j.run_key) AS run_id, EXISTS ("
          + Pending.cancellationOf("j")
          + ") AS cancelled, EXISTS (SELECT 1"
          + INBOX
          + "kind = 'steer' AND x.consumed_at IS NULL) OR EXISTS (SELECT 1"
          + QUESTIONS
          + "status = 'decided') AS pending";

  private final DedicatedConnection connection;
  private final long leaseMillis;
  private final DatabaseProduct product;
  private final String select;
  private final String extend;

  public LeaseRenewal(Database database, Duration lease) {
    this.connection =
        new DedicatedConnection(database.aside(), lease.dividedBy(3), "renews leases");
    this.leaseMillis = lease.toMillis();
    this.product = database.product();
    String clock = database.clockMillis();
    // A run's time is paused while no node owned it, that is, while its lease had expired.
    String deadline = "deadline_at + GREATEST(0, " + clock + " - lease_until)";
    this.extend =
        "UPDATE awaken_job SET lease_until = " + clock + " + ?, deadline_at = " + deadline + CLAIMS;
    this.select = SELECT + ", " + deadline + " <= " + clock + " AS overdue";
  }

  /** Opens the connection before the pool is used. */
  public void open() {
    try {
      connection.open();
    } catch (SQLException e) {
      throw new DatabaseRefused(
          "The database provides no connection to renew leases: " + e.getMessage(), e);
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
    if (product == DatabaseProduct.POSTGRESQL) {
      try (PreparedStatement both = statement(connection, extendAndRead())) {
        both.setLong(1, leaseMillis);
        both.setArray(2, array);
        both.setArray(3, array);
        both.setArray(4, array);
        return found(both);
      }
    }
    try (PreparedStatement update = statement(connection, extend)) {
      update.setLong(1, leaseMillis);
      update.setArray(2, array);
      update.executeUpdate();
    }
    try (PreparedStatement query = statement(connection, select + ", TRUE" + LISTED)) {
      query.setArray(1, array);
      return found(query);
    }
  }

  /** Waiting for one locked row would delay all other leases. */
  private String extendAndRead() {
    return "WITH extended AS ("
        + extend
        + " AND (thread_key, job_id) IN (SELECT j.thread_key, j.job_id"
        + LISTED
        + " FOR UPDATE OF j SKIP LOCKED) RETURNING claim_token) "
        + select
        + ", EXISTS (SELECT 1 FROM extended e WHERE e.claim_token = j.claim_token)"
        + LISTED;
  }

  private static PreparedStatement statement(Connection connection, String sql)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    statement.setQueryTimeout(TIMEOUT_SECONDS);
    return statement;
  }

  private static Renewal found(PreparedStatement select) throws SQLException {
    Set<ClaimToken> owned = new HashSet<>();
    Set<RunId> cancelled = new HashSet<>();
    Set<RunId> pending = new HashSet<>();
    Set<ClaimToken> busy = new HashSet<>();
    Set<ClaimToken> overdue = new HashSet<>();
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        var token = new ClaimToken(rows.getString(1));
        (rows.getBoolean(6) ? owned : busy).add(token);
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
    return new Renewal(
        Set.copyOf(owned),
        Set.copyOf(cancelled),
        Set.copyOf(pending),
        Set.copyOf(busy),
        Set.copyOf(overdue));
  }

  @Override
  public void close() {
    connection.close();
  }
}
