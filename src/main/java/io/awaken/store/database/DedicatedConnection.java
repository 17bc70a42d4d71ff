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
 * One dedicated connection for a duty that must not wait for other work, in auto-commit mode. A
 * broken or unresponsive connection is dropped and reopened; neither takes longer than its limit,
 * whatever the pool or socket does. Thread-safe, for one caller at a time.
 */
public final class DedicatedConnection implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DedicatedConnection.class.getName());
  private static final String NOT_REACHED = "08001";

  private final ReentrantLock lock = new ReentrantLock();
  private final DataSource source;
  private final Duration limit;
  private final String purpose;
  private Connection connection;

  /**
   * Opens nothing yet.
   *
   * @param source preferably without a shared pool
   * @param limit time limit of opening and of each answer
   * @param purpose its duty, as in "renews leases"
   */
  public DedicatedConnection(DataSource source, Duration limit, String purpose) {
    this.source = source;
    this.limit = limit;
    this.purpose = purpose;
  }

  /** Work on the connection; may be repeated on a new one. */
  @FunctionalInterface
  public interface Work<T> {
    /** Runs; must not store the connection. */
    T on(Connection connection) throws SQLException;
  }

  /**
   * Opens it before its first use, while the pool is idle.
   *
   * @throws SQLException when that takes too long or fails
   */
  public void open() throws SQLException {
    call(opened -> null);
  }

  /**
   * Runs work on it. A stored connection that is broken is replaced, once.
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
            "The connection that {0} broke; reopening it: {1}",
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

  /** On a separate thread, since waiting in a pool or for a handshake cannot be aborted. */
  private Connection openInTime() throws SQLException {
    var coming = new CompletableFuture<Connection>();
    inBackground("awaken-connection-open", () -> open(coming));
    try {
      return coming.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
    } catch (TimeoutException e) {
      return arrivedOrFail(
          coming, "no connection was available within " + limit.toMillis() + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return arrivedOrFail(coming, "interrupted while waiting for a connection");
    }
  }

  /** It may have arrived just now; otherwise the opening thread closes it later. */
  private static Connection arrivedOrFail(CompletableFuture<Connection> coming, String why)
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
        // A silent peer must not block the caller for long.
        opened.setNetworkTimeout(Runnable::run, (int) limit.toMillis());
      } catch (SQLException | RuntimeException e) {
        close(opened);
        throw e;
      }
      if (!coming.complete(opened)) {
        close(opened);
      }
    } catch (Throwable e) {
      // An Error is passed to the caller, too.
      coming.completeExceptionally(e);
    }
  }

  /** In the background, since a pool may validate the connection with a dead peer. */
  private void giveUp() {
    Connection broken = connection;
    connection = null;
    inBackground("awaken-connection-close", () -> close(broken));
  }

  private static void inBackground(String name, Runnable task) {
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
