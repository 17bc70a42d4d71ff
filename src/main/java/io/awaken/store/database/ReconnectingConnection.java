package io.awaken.store.database;

import io.awaken.store.database.batch.ForwardingConnection;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A connection that replaces its dead physical connection between transactions. The pools from
 * {@code @DataSourceDefinition} do not test connections and keep dead ones, so that a restart of
 * the database would otherwise require a restart of every node.
 *
 * <p>An open transaction fails: from its first statement to its end, nothing is replaced. Like any
 * connection it is used by one thread at a time.
 */
final class ReconnectingConnection extends ForwardingConnection {
  /** Opens physical connections. */
  @FunctionalInterface
  interface Opener {
    Connection open() throws SQLException;
  }

  private static final System.Logger LOG = System.getLogger(ReconnectingConnection.class.getName());
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int TEST_SECONDS = 2;
  private static final Set<String> STATEMENTS =
      Set.of("prepareStatement", "createStatement", "prepareCall");

  /** Queries of the current state, and calls that must not fail because reconnecting fails. */
  private static final Set<String> AS_IT_IS =
      Set.of(
          "isClosed",
          "isValid",
          "getAutoCommit",
          "getNetworkTimeout",
          "getWarnings",
          "setClientInfo");

  /** Connections that no pool has closed yet. */
  private static final Set<ReconnectingConnection> OPEN = ConcurrentHashMap.newKeySet();

  private final Opener opener;
  private volatile Connection physical;
  private volatile boolean ended;
  private boolean autoCommit = true;
  private boolean inTransaction;
  private long lastUse = System.nanoTime();

  private ReconnectingConnection(Opener opener) throws SQLException {
    this.opener = opener;
    this.physical = opener.open();
  }

  static Connection open(Opener opener) throws SQLException {
    var opened = new ReconnectingConnection(opener);
    OPEN.add(opened);
    return opened.toConnection();
  }

  /** Closes all of them permanently. */
  static void closeAll() {
    for (ReconnectingConnection left : OPEN) {
      left.ended = true;
      OPEN.remove(left);
      try {
        left.physical.close();
      } catch (SQLException e) {
        LOG.log(System.Logger.Level.DEBUG, "A connection could not be closed", e);
      }
    }
  }

  @Override
  protected Connection target() {
    return physical;
  }

  @Override
  protected Object call(Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    switch (name) {
      case "close", "abort":
        ended = true;
        OPEN.remove(this);
        return pass(method, arguments);
      case "commit", "rollback":
        return end(method, arguments);
      case "setAutoCommit":
        return setAutoCommit(method, arguments);
      default:
        if (!inTransaction && !ended && !AS_IT_IS.contains(name)) {
          mend();
        }
        if (STATEMENTS.contains(name)) {
          inTransaction = !autoCommit;
        }
        return pass(method, arguments);
    }
  }

  /**
   * Pools call it on returned connections; during an outage it must not try to reconnect. A
   * replacement gets the same setting.
   */
  private Object setAutoCommit(Method method, Object[] arguments) throws Throwable {
    inTransaction = false;
    autoCommit = (Boolean) arguments[0];
    return !ended && physical.isClosed() ? null : pass(method, arguments);
  }

  /** The database itself has rolled back uncommitted work of a dead connection. */
  private Object end(Method method, Object[] arguments) throws Throwable {
    boolean whole = arguments == null;
    if (whole) {
      inTransaction = false;
    }
    boolean gone = whole && method.getName().equals("rollback") && physical.isClosed();
    return gone ? null : pass(method, arguments);
  }

  private void mend() throws SQLException {
    long now = System.nanoTime();
    boolean idle = now - lastUse > IDLE_NANOS;
    lastUse = now;
    if (!physical.isClosed() && (!idle || physical.isValid(TEST_SECONDS))) {
      return;
    }
    try (Connection dead = physical) {
      LOG.log(System.Logger.Level.DEBUG, "Replacing a dead connection: {0}", dead);
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.TRACE, "It could not be closed either", e);
    }
    physical = opener.open();
    physical.setAutoCommit(autoCommit);
  }
}
