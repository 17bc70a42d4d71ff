package io.awaken.core.outbound;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Connections that no call uses at the moment, the latest first. Thread-safe. */
final class ConnectionPool {

  private static final int MAX_UNUSED = 200;

  /** Sweeps that a connection may stay unused for. */
  private static final int MAX_LOOKS = 2;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Route, Deque<Connection>> unused = new HashMap<>();
  private int size;
  private boolean closed;

  /** A connection that works as far as can be seen; null when there is none. */
  Connection take(Route route) {
    while (true) {
      Connection connection = poll(route);
      if (connection == null || connection.usable()) {
        return connection;
      }
      connection.close();
    }
  }

  private Connection poll(Route route) {
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

  void give(Route route, Connection connection) {
    lock.lock();
    try {
      if (!closed && size < MAX_UNUSED) {
        connection.unusedLooks = 0;
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

  /** Closes connections that were not used since the sweep before last. */
  void closeUnused() {
    closeAll(removed(false));
  }

  /** Closes all; what is given back later is closed, too. */
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
          connection.unusedLooks++;
          if (all || connection.unusedLooks >= MAX_LOOKS) {
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
