package io.awaken.store.jpa;

import io.awaken.core.mailbox.MailboxStore.Renewal;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.RunId;
import io.awaken.store.database.Database;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Extends leases on a plain connection of its own, which stays open: an exhausted pool or a long
 * transaction does not delay it. Two statements however many claims there are. Touches job rows
 * only, so it never waits for a commit.
 */
final class LeaseRenewal implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LeaseRenewal.class.getName());
  private static final int TIMEOUT_SECONDS = 5;
  private static final String CLAIMS = " WHERE status = 'claimed' AND claim_token = ANY(?)";

  private static final String OF_JOB =
      " x WHERE x.thread_id = j.thread_id AND x.run_id = j.run_id AND x.";
  private static final String INBOX = " FROM awaken_inbox" + OF_JOB;
  private static final String QUESTIONS = " FROM awaken_suspension" + OF_JOB;

  private final ReentrantLock lock = new ReentrantLock();
  private final Database database;
  private final long leaseMillis;
  private final String extend;
  private Connection connection;

  LeaseRenewal(Database database, Duration lease) {
    this.database = database;
    this.leaseMillis = lease.toMillis();
    this.extend = "UPDATE awaken_job SET lease_until = " + database.clockMillis() + " + ?" + CLAIMS;
  }

  Renewal renew(Collection<ClaimToken> tokens) {
    if (tokens.isEmpty()) {
      return new Renewal(Set.of(), Set.of(), Set.of());
    }
    lock.lock();
    try {
      return renewOrReopen(tokens.stream().map(ClaimToken::value).toArray());
    } finally {
      lock.unlock();
    }
  }

  private Renewal renewOrReopen(Object[] tokens) {
    boolean kept = connection != null;
    try {
      return renew(tokens);
    } catch (SQLException e) {
      closeConnection();
      if (!kept) {
        throw new IllegalStateException("leases could not be renewed", e);
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "The connection that renews leases broke and is opened again: {0}",
          e.getMessage());
      return renewOrReopen(tokens);
    }
  }

  private Renewal renew(Object[] tokens) throws SQLException {
    if (connection == null) {
      connection = database.dataSource().getConnection();
      connection.setAutoCommit(true);
      // A peer that went without a word must not hold the renewal until leases are lost.
      connection.setNetworkTimeout(Runnable::run, (int) (leaseMillis / 3));
    }
    Array array = connection.createArrayOf("varchar", tokens);
    try (PreparedStatement update = connection.prepareStatement(extend)) {
      update.setQueryTimeout(TIMEOUT_SECONDS);
      update.setLong(1, leaseMillis);
      update.setArray(2, array);
      update.executeUpdate();
    }
    return owned(array);
  }

  private Renewal owned(Array tokens) throws SQLException {
    String sql =
        "SELECT claim_token, run_id, EXISTS (SELECT 1"
            + INBOX
            + "kind = 'cancel' AND x.consumed_at IS NULL) AS cancelled, EXISTS (SELECT 1"
            + INBOX
            + "kind = 'steer' AND x.consumed_at IS NULL) OR EXISTS (SELECT 1"
            + QUESTIONS
            + "status = 'decided') AS pending FROM awaken_job j"
            + CLAIMS;
    Set<ClaimToken> owned = new HashSet<>();
    Set<RunId> cancelled = new HashSet<>();
    Set<RunId> pending = new HashSet<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setQueryTimeout(TIMEOUT_SECONDS);
      query.setArray(1, tokens);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          owned.add(new ClaimToken(rows.getString(1)));
          if (rows.getBoolean(3)) {
            cancelled.add(new RunId(rows.getString(2)));
          }
          if (rows.getBoolean(4)) {
            pending.add(new RunId(rows.getString(2)));
          }
        }
      }
    }
    return new Renewal(Set.copyOf(owned), Set.copyOf(cancelled), Set.copyOf(pending));
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closeConnection();
    } finally {
      lock.unlock();
    }
  }

  private void closeConnection() {
    Connection old = connection;
    connection = null;
    try {
      if (old != null) {
        old.close();
      }
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "A broken connection could not be closed", e);
    }
  }
}
