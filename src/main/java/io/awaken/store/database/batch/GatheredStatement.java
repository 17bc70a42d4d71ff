package io.awaken.store.database.batch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A statement that its connection gathers instead of executing: each execution, or each row of a
 * batch, is a write that is reported to have changed one row.
 */
final class GatheredStatement implements InvocationHandler {
  private static final List<String> WRITES = List.of("insert", "update", "delete");

  private final GatheringConnection connection;
  private final String sql;
  private final List<GatheredWrite> batch = new ArrayList<>(1);
  private List<GatheredWrite.Value> values = new ArrayList<>();
  private boolean closed;

  GatheredStatement(GatheringConnection connection, String sql) {
    this.connection = connection;
    this.sql = sql;
  }

  /** Returns whether the SQL changes rows and returns none. */
  static boolean writes(String sql) {
    return WRITES.stream().anyMatch(word -> sql.regionMatches(true, 0, word, 0, word.length()));
  }

  PreparedStatement toStatement() {
    return (PreparedStatement)
        Proxy.newProxyInstance(
            GatheredStatement.class.getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            this);
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> sql;
      case "addBatch" -> {
        batch.add(write());
        yield null;
      }
      case "executeBatch" -> {
        int[] counts = new int[batch.size()];
        Arrays.fill(counts, 1);
        batch.forEach(connection::add);
        batch.clear();
        yield counts;
      }
      case "executeUpdate" -> {
        connection.add(write());
        yield 1;
      }
      case "clearBatch" -> {
        batch.clear();
        yield null;
      }
      case "close" -> {
        closed = true;
        yield null;
      }
      case "isClosed" -> closed;
      default -> other(method, arguments);
    };
  }

  private GatheredWrite write() {
    List<GatheredWrite.Value> now = values;
    values = new ArrayList<>(now.size());
    return new GatheredWrite(sql, now, false);
  }

  /** Other settings of the statement matter only to queries. */
  private Object other(Method method, Object[] arguments) {
    String name = method.getName();
    if (name.startsWith("execute")) {
      throw new UnsupportedOperationException(name + " of a gathered write");
    }
    if (name.startsWith("set") && arguments.length > 1) {
      values.add(new GatheredWrite.Value(method, arguments));
    }
    return method.getReturnType() == int.class
        ? (Object) 0
        : method.getReturnType() == boolean.class ? (Object) false : null;
  }
}
