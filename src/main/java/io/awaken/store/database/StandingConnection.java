package io.awaken.store.database;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;

/**
 * One connection that stays open for a duty that must not wait for other work. Commits by itself,
 * statement by statement. When it breaks, or its peer says nothing for a while, it is given up and
 * opened anew; neither takes longer than its limit, whatever a pool or a socket makes of it.
 * Thread-safe; one caller at a time has it.
 */
public final class StandingConnection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(StandingConnection.class.getName());
  private static final String NOT_REACHED = "08001";

  private final ReentrantLock lock = new ReentrantLock();
  private final DataSource source;
  private final Duration limit;
  private final String purpose;
  private Connection connection;

  /**
   * Opens nothing yet.
   *
   * @param source best one whose connections are nobody else's
   * @param limit how long an opening, or an answer, may take
   * @param purpose what it does, as in "renews leases"
   */
  public StandingConnection(DataSource source, Duration limit, String purpose) {
    this.source = source;
    this.limit = limit;
    this.purpose = purpose;
  }

  /** What is done with the connection; may be done again on a new one. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it; must not keep the connection. */
    T on(Connection connection) throws SQLException;
  }

  /**
   * Opens it ahead of its first use, while nothing has taken the pool yet.
   *
   * @throws SQLException when that takes too long or fails
   */
  public void open() throws SQLException {
    call(opened -> null);
  }

  /**
   * Does work on it. A connection that was kept and turns out to be broken is replaced, once.
   *
   * @throws SQLException when work on a fresh connection failed, too; the next call opens another
   */
  public <T> T call(Work<T> work) throws SQLException {
    lock.lock();
    try {
      if (connection == null) {
        return fresh(work);
      }
      try {
        return work.on(connection);
      } catch (SQLException e) {
        giveUp();
        LOG.log(
            Level.WARNING,
            "The connection that {0} broke and is opened again: {1}",
            purpose,
            e.getMessage());
        return fresh(work);
      }
    } finally {
      lock.unlock();
    }
  }

  private <T> T fresh(Work<T> work) throws SQLException {
    connection = openInTime();
    try {
      return work.on(connection);
    } catch (SQLException e) {
      giveUp();
      throw e;
    }
  }

  /** On a thread of its own: who waits in a pool, or for a handshake, cannot stop waiting. */
  private Connection openInTime() throws SQLException {
    var coming = new CompletableFuture<Connection>();
    apart("awaken-connection-open", () -> open(coming));
    try {
      return coming.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
    } catch (TimeoutException e) {
      return lastMoment(coming, "no connection was had within " + limit.toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lastMoment(coming, "interrupted while waiting for a connection");
    }
  }

  /** It may have come this very moment; later it is closed by the thread that brings it. */
  private static Connection lastMoment(CompletableFuture<Connection> coming, String why)
      throws SQLException {
    var late = new SQLTransientConnectionException(why, NOT_REACHED);
    if (coming.completeExceptionally(late) || coming.isCompletedExceptionally()) {
      throw late;
    }
    return coming.join();
  }

  private void open(CompletableFuture<Connection> coming) {
    try {
      Connection opened = source.getConnection();
      try {
        opened.setAutoCommit(true);
        // A peer that went without a word must not hold the caller for long.
        opened.setNetworkTimeout(Runnable::run, (int) limit.toMillis());
      } catch (SQLException | RuntimeException e) {
        close(opened);
        throw e;
      }
      if (!coming.complete(opened)) {
        close(opened);
      }
    } catch (Throwable e) {
      // An Error, too, is the caller's.
      coming.completeExceptionally(e);
    }
  }

  /** A pool may ask a dead peer before it takes a connection back. */
  private void giveUp() {
    Connection broken = connection;
    connection = null;
    apart("awaken-connection-close", () -> close(broken));
  }

  private static void apart(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      LOG.log(Level.DEBUG, "A broken connection could not be closed", e);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (connection != null) {
        close(connection);
        connection = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
