package io.awaken.store.database;

import io.awaken.store.database.batch.ForwardingConnection;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Syncs an H2 file to disk before a commit returns. H2 writes a commit to the operating system
 * without a sync, so that a power failure loses the last seconds. Concurrent commits share one
 * sync. Read-only transactions are not synced. Thread-safe.
 */
final class CommitSync {
  /** By URL, since the server may create several data sources for one pool. */
  private static final Map<String, CommitSync> OF_FILES = new ConcurrentHashMap<>();

  private final AtomicLong commits = new AtomicLong();
  private final Lock lock = new ReentrantLock();
  private long synced;

  static CommitSync of(String url) {
    return OF_FILES.computeIfAbsent(url, key -> new CommitSync());
  }

  /** Wraps the connection so that its commits return once they are on disk. */
  Connection around(Connection connection) {
    return new Committing(connection).toConnection();
  }

  private void sync(Connection connection) throws SQLException {
    long mine = commits.incrementAndGet();
    lock.lock();
    try {
      if (synced >= mine) {
        return;
      }
      long covered = commits.get();
      try (Statement statement = connection.createStatement()) {
        statement.execute("CHECKPOINT SYNC");
      }
      synced = covered;
    } finally {
      lock.unlock();
    }
  }

  private final class Committing extends ForwardingConnection {
    private final Connection connection;
    private boolean written;

    Committing(Connection connection) {
      this.connection = connection;
    }

    @Override
    protected Connection target() {
      return connection;
    }

    @Override
    protected Object call(Method method, Object[] arguments) throws Throwable {
      String name = method.getName();
      switch (name) {
        case "prepareStatement", "prepareCall":
          written |= !reads((String) arguments[0]);
          break;
        case "createStatement":
          written = true;
          break;
        default:
          break;
      }
      Object result = pass(method, arguments);
      // Enabling automatic commits commits, too.
      if (written && (name.equals("commit") || name.equals("setAutoCommit"))) {
        written = false;
        sync(connection);
      } else if (name.equals("rollback") && arguments == null) {
        written = false;
      }
      return result;
    }

    private static boolean reads(String sql) {
      return sql.stripLeading().regionMatches(true, 0, "select", 0, "select".length());
    }
  }
}
