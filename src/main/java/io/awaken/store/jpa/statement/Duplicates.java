package io.awaken.store.jpa.statement;

import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Recognises unique constraint violations, and tries again what met one. */
public final class Duplicates {
  private static final int RACES = 10;
  private static final String UNIQUE_VIOLATION = "23505";

  private Duplicates() {}

  /**
   * Runs a transaction, and again while another one inserts the same row at the same moment; the
   * next attempt finds that row. A pending interrupt is deferred, see {@link
   * AmbiguousCommits#settle}.
   */
  public static void retried(Supplier<?> transaction) {
    for (int race = 1; ; race++) {
      try {
        AmbiguousCommits.settle(transaction);
        return;
      } catch (PersistenceException e) {
        if (race == RACES || !cause(e)) {
          throw e;
        }
      }
    }
  }

  /** Whether a row that must be unique was there. */
  public static boolean cause(Throwable thrown) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth < 20; t = t.getCause(), depth++) {
      if (t instanceof SQLException sql && UNIQUE_VIOLATION.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
