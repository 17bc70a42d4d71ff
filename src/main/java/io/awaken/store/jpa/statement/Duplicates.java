package io.awaken.store.jpa.statement;

import java.sql.SQLException;

/** Recognises unique constraint violations. */
public final class Duplicates {
  private static final String UNIQUE_VIOLATION = "23505";

  private Duplicates() {}

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
