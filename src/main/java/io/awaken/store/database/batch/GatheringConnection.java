package io.awaken.store.database.batch;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A connection that can keep writes back and send them together, with the next query at the latest.
 * The driver of PostgreSQL sends statements that are joined by semicolons one behind the other and
 * waits for their answers once; each is a statement of its own to the database, which sees what
 * others committed before it began.
 *
 * <p>A write that is kept back is said to have changed one row. Where that proves wrong, or where
 * one fails, the transaction has to be rolled back and made again without keeping anything back.
 * Like any connection it is used by one thread at a time.
 */
public final class GatheringConnection extends ForwardingConnection {
  /** Statements that are joined at the most, so that few texts come up, each of them often. */
  private static final int MOST = 12;

  private final Connection connection;
  private final List<GatheredWrite> writes = new ArrayList<>(0);
  private boolean gathering;
  private boolean anyCount;

  private GatheringConnection(Connection connection) {
    this.connection = connection;
  }

  public static Connection around(Connection connection) {
    return new GatheringConnection(connection).toConnection();
  }

  /** From here on writes are kept back. */
  void gather() {
    gathering = true;
  }

  /** Whether it does not matter how many rows the writes from here on change. */
  void anyCount(boolean any) {
    anyCount = any;
  }

  /** Sends what was kept back, and keeps nothing back any more. */
  void end() throws SQLException {
    gathering = false;
    send();
  }

  void add(GatheredWrite write) {
    writes.add(anyCount ? write.ofAnyCount() : write);
  }

  @Override
  protected Connection target() {
    return connection;
  }

  @Override
  protected Object call(Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    switch (name) {
      case "unwrap":
        return arguments[0] == GatheringConnection.class ? this : pass(method, arguments);
      case "prepareStatement":
        String sql = (String) arguments[0];
        if (gathering && arguments.length == 1 && GatheredStatement.writes(sql)) {
          return new GatheredStatement(this, sql).toStatement();
        }
        send();
        return pass(method, arguments);
      case "createStatement", "prepareCall":
        send();
        return pass(method, arguments);
      case "commit":
        send();
        return pass(method, arguments);
      case "rollback", "close":
        forget();
        return pass(method, arguments);
      default:
        return pass(method, arguments);
    }
  }

  private void forget() {
    writes.clear();
    gathering = false;
    anyCount = false;
  }

  private void send() throws SQLException {
    if (writes.isEmpty()) {
      return;
    }
    List<GatheredWrite> now = List.copyOf(writes);
    writes.clear();
    for (int from = 0; from < now.size(); from += MOST) {
      send(now.subList(from, Math.min(now.size(), from + MOST)));
    }
  }

  private void send(List<GatheredWrite> together) throws SQLException {
    String sql = together.stream().map(GatheredWrite::sql).collect(Collectors.joining("; "));
    try (PreparedStatement joined = connection.prepareStatement(sql)) {
      int offset = 0;
      for (GatheredWrite write : together) {
        offset += write.bind(joined, offset);
      }
      joined.execute();
      for (GatheredWrite write : together) {
        write.check(joined.getUpdateCount());
        joined.getMoreResults();
      }
    }
  }
}
