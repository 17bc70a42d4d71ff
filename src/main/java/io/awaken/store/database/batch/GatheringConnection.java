package io.awaken.store.database.batch;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A connection that can gather writes and send them together, with the next query at the latest.
 * The PostgreSQL driver sends statements joined by semicolons as a pipeline with one wait; each is
 * a separate statement for the database, with its own snapshot.
 *
 * <p>A gathered write is reported to have changed one row. If one did not, or failed, the
 * transaction must be rolled back and repeated without gathering. Like any connection it is used by
 * one thread at a time.
 */
public final class GatheringConnection extends ForwardingConnection {
  /**
   * Maximum joined statements, which limits the number of distinct texts that the driver prepares.
   */
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

  /** Starts gathering writes. */
  void gather() {
    gathering = true;
  }

  /** Sets whether the following writes may change any number of rows. */
  void anyCount(boolean any) {
    anyCount = any;
  }

  /** Sends the gathered writes and stops gathering. */
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
