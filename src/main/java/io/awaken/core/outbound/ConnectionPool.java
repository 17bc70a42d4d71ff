package io.awaken.core.outbound;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Idle connections, the most recently used first. Thread-safe. */
final class ConnectionPool {

  private static final int MAX_UNUSED = 200;

  /** Maximum sweeps of an idle connection. */
  private static final int MAX_SWEEPS = 2;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<ConnectionRoute, Deque<Connection>> unused = new HashMap<>();
  private int size;
  private boolean closed;

  /** Returns a usable connection; null for none. */
  Connection take(ConnectionRoute route) {
    while (true) {
      Connection connection = poll(route);
      if (connection == null || connection.usable()) {
        return connection;
      }
      connection.close();
    }
  }

  private Connection poll(ConnectionRoute route) {
    lock.lock();
    try {
      Deque<Connection> waiting = unused.get(route);
      if (waiting == null) {
        return null;
      }
      Connection connection = waiting.pollLast();
      size--;
      if (waiting.isEmpty()) {
        unused.remove(route);
      }
      return connection;
    } finally {
      lock.unlock();
    }
  }

  void give(ConnectionRoute route, Connection connection) {
    lock.lock();
    try {
      if (!closed && size < MAX_UNUSED) {
        connection.unusedSweeps = 0;
        connection.reused = true;
        unused.computeIfAbsent(route, any -> new ArrayDeque<>()).add(connection);
        size++;
        return;
      }
    } finally {
      lock.unlock();
    }
    connection.close();
  }

  /** Closes connections that have been idle since the sweep before last. */
  void closeUnused() {
    closeAll(removed(false));
  }

  /** Closes all connections, and those returned later. */
  void close() {
    closeAll(removed(true));
  }

  private List<Connection> removed(boolean all) {
    var gone = new ArrayList<Connection>();
    lock.lock();
    try {
      closed = closed || all;
      Iterator<Deque<Connection>> routes = unused.values().iterator();
      while (routes.hasNext()) {
        Deque<Connection> waiting = routes.next();
        for (Iterator<Connection> each = waiting.iterator(); each.hasNext(); ) {
          Connection connection = each.next();
          connection.unusedSweeps++;
          if (all || connection.unusedSweeps >= MAX_SWEEPS) {
            each.remove();
            size--;
            gone.add(connection);
          }
        }
        if (waiting.isEmpty()) {
          routes.remove();
        }
      }
    } finally {
      lock.unlock();
    }
    return gone;
  }

  private static void closeAll(List<Connection> connections) {
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
