package io.awaken.store.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Tells a database that cannot be used now from one that refuses what it is asked, or that was
 * asked for more than this process can hold.
 */
final class Outage {
  private static final int DEPTH = 20;

  /**
   * Classes of SQL states: no connection (08), no resources such as a full disk (53), the operator
   * or a time limit ends it (57), an error of the system below (58).
   */
  private static final Set<String> CLASSES = Set.of("08", "53", "57", "58");

  /**
   * States of other classes: a server that has become a standby takes no writes; a transaction
   * idled or lasted for too long, since its node stood still; a lock was not had in time, since
   * another one does.
   */
  private static final Set<String> STATES = Set.of("25006", "25P03", "25P04", "55P03");

  /**
   * H2: cannot read or write its file, is locked by another process, broken, closed, closing. Its
   * states are these numbers.
   */
  private static final Set<Integer> H2 = Set.of(90020, 90028, 90031, 90067, 90098, 90121);

  /** What one session waits for, or has done to it, while all others go on. */
  private static final Set<String> ONE_SESSION = Set.of("25P03", "25P04", "55P03");

  private static final int H2_OUT_OF_MEMORY = 90108;

  /**
   * A setting of the driver; its state is that of a lost connection, its text may be translated.
   */
  private static final String POSTGRESQL_RESULT_LIMIT = "maxResultBuffer";

  private static final String DISK_FULL = "53100";

  private Outage() {}

  /** Whether a failure is a connection's or the database's own, anywhere among its causes. */
  static boolean causes(Throwable thrown) {
    return any(thrown, Outage::is) && !tooLarge(thrown);
  }

  /**
   * Whether the answer was too large for this process. Drivers report it like a lost connection,
   * but whoever asks again gets the same answer.
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

  /** Whether it says nothing of the database: a lock was not had, or a transaction stood still. */
  static boolean ofOneSession(Throwable thrown) {
    return any(thrown, Outage::ofOneSession) && !any(thrown, e -> is(e) && !ofOneSession(e));
  }

  /** Whether the database has no room for what is written; it can be read all the same. */
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
}
