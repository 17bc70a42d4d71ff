package io.awaken.store.database.batch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * A gathered write.
 *
 * @param values the parameter setters
 * @param anyCount whether it may change any number of rows
 */
record GatheredWrite(String sql, List<Value> values, boolean anyCount) {

  /**
   * A call that sets a parameter.
   *
   * @param arguments starts with the parameter index
   */
  record Value(Method setter, Object[] arguments) {
    int place() {
      return (Integer) arguments[0];
    }

    private void set(PreparedStatement statement, int offset) throws SQLException {
      Object[] moved = arguments.clone();
      moved[0] = place() + offset;
      try {
        setter.invoke(statement, moved);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof SQLException refused) {
          throw refused;
        }
        throw new SQLException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new SQLException(e);
      }
    }
  }

  GatheredWrite ofAnyCount() {
    return new GatheredWrite(sql, values, true);
  }

  /**
   * Sets its parameters in the joined statement, after those of others.
   *
   * @return the number of its parameters
   */
  int bind(PreparedStatement joined, int offset) throws SQLException {
    int count = 0;
    for (Value value : values) {
      value.set(joined, offset);
      count = Math.max(count, value.place());
    }
    return count;
  }

  /**
   * Checks that it changed one row, as reported to its caller.
   *
   * @throws MissedWrite when it did not
   */
  void check(int rows) {
    if (!anyCount && rows != 1) {
      throw new MissedWrite();
    }
  }

  /** Rolls back a transaction in which a gathered write changed another number of rows. */
  static final class MissedWrite extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissedWrite() {
      super("a gathered write did not change exactly one row", null, false, false);
    }
  }
}
