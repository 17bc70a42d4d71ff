package io.awaken.store.database;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * Distinguishes an unavailable database from one that rejects a statement, and from a result that
 * is too large for this process.
 */
final class Outage {
  private static final int DEPTH = 20;

  /**
   * Classes of SQL states: no connection (08), no resources such as a full disk (53), ended by an
   * operator or a time limit (57), system error (58).
   */
  private static final Set<String> CLASSES = Set.of("08", "53", "57", "58");

  /**
   * Other states: a standby rejects writes; a transaction was idle or open too long, since its node
   * stalled; a lock timeout.
   */
  private static final Set<String> STATES = Set.of("25006", "25P03", "25P04", "55P03");

  /**
   * H2: cannot read or write its file, locked by another process, broken, closed, closing. Its
   * states are these numbers.
   */
  private static final Set<Integer> H2 = Set.of(90020, 90028, 90031, 90067, 90098, 90121);

  /** Failures of one session while others continue. */
  private static final Set<String> ONE_SESSION = Set.of("25P03", "25P04", "55P03");

  private static final int H2_OUT_OF_MEMORY = 90108;

  /** A driver setting; its state is that of a lost connection, and its text may be translated. */
  private static final String POSTGRESQL_RESULT_LIMIT = "maxResultBuffer";

  private static final String DISK_FULL = "53100";

  private Outage() {}

  /** Returns whether any cause is a failure of the connection or the database itself. */
  static boolean causes(Throwable thrown) {
    return any(thrown, Outage::is) && !tooLarge(thrown);
  }

  /**
   * Returns whether the result was too large for this process. Drivers report it like a lost
   * connection, but a retry would fail again.
   */
  static boolean tooLarge(Throwable thrown) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < DEPTH; t = t.getCause(), depth++) {
      if (t instanceof OutOfMemoryError || t instanceof SQLException sql && tooLarge(sql)) {
        return true;
      }
    }
    return false;
  }

  private static boolean tooLarge(SQLException e) {
    String message = e.getMessage();
    return e.getErrorCode() == H2_OUT_OF_MEMORY
        || message != null && message.contains(POSTGRESQL_RESULT_LIMIT);
  }

  /** Returns whether it concerns only one session: a lock timeout, or a stalled transaction. */
  static boolean ofOneSession(Throwable thrown) {
    return any(thrown, Outage::ofOneSession) && !any(thrown, e -> is(e) && !ofOneSession(e));
  }

  /** Returns whether the database has no space for writes; reads still work. */
  static boolean noRoom(Throwable thrown) {
    return any(thrown, e -> DISK_FULL.equals(e.getSQLState()));
  }

  private static boolean ofOneSession(SQLException e) {
    return e.getSQLState() != null && ONE_SESSION.contains(e.getSQLState());
  }

  private static boolean any(Throwable thrown, Predicate<SQLException> is) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < DEPTH; t = t.getCause(), depth++) {
      if (t instanceof SQLException sql && is.test(sql)) {
        return true;
      }
    }
    return false;
  }

  private static boolean is(SQLException e) {
    if (e instanceof SQLTransientConnectionException
        || e instanceof SQLNonTransientConnectionException
        || e instanceof SQLRecoverableException) {
      return true;
    }
    String state = e.getSQLState();
    return H2.contains(e.getErrorCode())
        || state != null
            && state.length() == 5
            && (CLASSES.contains(state.substring(0, 2)) || STATES.contains(state));
  }

  /**
   * A data source whose failures to connect are recognisable and whose connections are wrapped.
   * Exhausted or disconnected pools of servers throw plain exceptions without a state.
   */
  static final class ReachedDataSource {
    private static final String NOT_REACHED = "08001";

    private ReachedDataSource() {}

    static DataSource of(DataSource source, UnaryOperator<Connection> wrapped) {
      return (DataSource)
          Proxy.newProxyInstance(
              ReachedDataSource.class.getClassLoader(),
              new Class<?>[] {DataSource.class},
              (self, method, arguments) -> {
                try {
                  Object result = method.invoke(source, arguments);
                  return result instanceof Connection connection
                      ? wrapped.apply(connection)
                      : result;
                } catch (InvocationTargetException e) {
                  boolean connecting = method.getName().equals("getConnection");
                  throw connecting && e.getCause() instanceof SQLException sql
                      ? new SQLTransientConnectionException(sql.getMessage(), NOT_REACHED, sql)
                      : e.getCause();
                }
              });
    }
  }
}
