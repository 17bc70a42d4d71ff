package io.awaken.store.database.migration;

import io.awaken.store.database.Keys;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import liquibase.change.custom.CustomTaskChange;
import liquibase.database.Database;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.CustomChangeException;
import liquibase.exception.ValidationErrors;
import liquibase.resource.ResourceAccessor;

/**
 * Copies the tables of before into those with short keys, in the order of the ids of threads. Each
 * part is a transaction that also notes where it ends, so that this can be stopped at any point and
 * run again. A part has some rows, and all of one thread's.
 */
public final class CopyToShortKeys implements CustomTaskChange {
  private static final System.Logger LOG = System.getLogger(CopyToShortKeys.class.getName());

  /** The copied tables. Threads and runs come first, as the lists are written with them. */
  private static final List<String> TABLES =
      List.of(
          "thread",
          "run",
          "job",
          "message",
          "system_message",
          "stretch",
          "segment",
          "call",
          "inbox",
          "suspension",
          "state",
          "outbox",
          "media",
          "deleted_thread");

  private static final int ROWS = 10_000;

  /** Parts of media have 256 KiB. */
  private static final Map<String, Integer> FEWER = Map.of("media", 200);

  private static final String KEY_OF =
      "(SELECT k.run_key FROM awaken_run_keys k WHERE k.thread_id = o.thread_id AND k.run_id = ";

  private static final String PART = " WHERE thread_id > ? AND thread_id <= ?";

  /** Columns that are not copied as they are. */
  private static final Map<String, String> COMPUTED =
      Map.of(
          "thread_key",
          "t.thread_key",
          "run_key",
          "r.run_key",
          "state.run_key",
          "CASE WHEN o.run_id = '' THEN " + Keys.NO_RUN + " ELSE r.run_key END",
          "open_run",
          KEY_OF + "o.open_run)",
          "latest_run",
          KEY_OF + "o.latest_run)",
          "tenant_key",
          "REGEXP_REPLACE(o.thread_id, '(^|/)[^/]*$', '')");

  @Override
  public void execute(Database database) throws CustomChangeException {
    Connection connection = ((JdbcConnection) database.getConnection()).getUnderlyingConnection();
    try {
      connection.setAutoCommit(false);
      copy(connection);
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new CustomChangeException("rows could not be copied: " + e.getMessage(), e);
    }
  }

  private static void copy(Connection connection) throws SQLException {
    try {
      copy(connection, "thread_keys", "thread", naming("thread", "thread_id", Keys::thread));
      copy(connection, "run_keys", "run", naming("run", "thread_id, run_id", Keys::run));
      for (String table : TABLES) {
        String insert = insert(connection, table);
        copy(connection, table, table, (sql, part) -> update(sql, insert, part.from(), part.to()));
      }
    } finally {
      // Only what a failure left.
      connection.rollback();
    }
  }

  /** Threads from one id, excluded, to another. */
  private record Part(String from, String to) {}

  @FunctionalInterface
  private interface Copying {
    long copy(Connection connection, Part part) throws SQLException;
  }

  private static void copy(Connection connection, String name, String table, Copying copying)
      throws SQLException {
    String rows = "awaken_" + table + "_before";
    int most = FEWER.getOrDefault(table, ROWS);
    long copied = 0;
    String from =
        text(connection, "SELECT thread_id FROM awaken_copied WHERE table_name = ?", name);
    if (from == null) {
      from = "";
      update(
          connection, "INSERT INTO awaken_copied (table_name, thread_id) VALUES (?, ?)", name, "");
    }
    for (String to = end(connection, rows, from, most); to != null; ) {
      copied += copying.copy(connection, new Part(from, to));
      update(connection, "UPDATE awaken_copied SET thread_id = ? WHERE table_name = ?", to, name);
      connection.commit();
      from = to;
      to = end(connection, rows, from, most);
    }
    connection.commit();
    if (copied > 0) {
      LOG.log(System.Logger.Level.INFO, "Copied {0} rows to awaken_{1}", copied, name);
    }
  }

  /** The last thread of the part that begins behind another; null when there is none. */
  private static String end(Connection connection, String rows, String from, int most)
      throws SQLException {
    String behind = " FROM " + rows + " WHERE thread_id > ?";
    String end =
        text(
            connection,
            "SELECT thread_id"
                + behind
                + " ORDER BY thread_id OFFSET %d ROWS FETCH FIRST 1 ROWS ONLY".formatted(most),
            from);
    return end == null ? text(connection, "SELECT MAX(thread_id)" + behind, from) : end;
  }

  /** Stores the keys of a part's rows; each follows from the last of the columns that name them. */
  private static Copying naming(String table, String ids, Function<String, Object> keyOf) {
    int count = ids.split(",").length;
    String select = "SELECT %s FROM awaken_%s_before".formatted(ids, table) + PART;
    String insert =
        "INSERT INTO awaken_%1$s_keys (%2$s, %1$s_key) VALUES (?, ?%3$s)"
            .formatted(table, ids, ", ?".repeat(count - 1));
    return (connection, part) -> {
      try (PreparedStatement read = prepared(connection, select, part.from(), part.to());
          ResultSet rows = read.executeQuery();
          PreparedStatement write = connection.prepareStatement(insert)) {
        while (rows.next()) {
          var values = new Object[count + 1];
          for (int i = 0; i < count; i++) {
            values[i] = rows.getString(i + 1);
          }
          values[count] = keyOf.apply((String) values[count - 1]);
          bind(write, values);
          write.addBatch();
        }
        return write.executeBatch().length;
      }
    };
  }

  /** The statement that copies a part of a table, by the columns of the new one. */
  private static String insert(Connection connection, String table) throws SQLException {
    var columns = new StringJoiner(", ");
    var values = new StringJoiner(", ");
    boolean ofRun = false;
    try (PreparedStatement none =
            connection.prepareStatement("SELECT * FROM awaken_" + table + " WHERE 1 = 0");
        ResultSet rows = none.executeQuery()) {
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        String column = rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT);
        ofRun |= column.equals("run_key");
        String computed = COMPUTED.get(table + "." + column);
        columns.add(column);
        values.add(computed == null ? COMPUTED.getOrDefault(column, "o." + column) : computed);
      }
    }
    // Messages of old have no run, state of threads has none.
    String run =
        (table.equals("message") || table.equals("state") ? " LEFT" : "")
            + " JOIN awaken_run_keys r ON r.thread_id = o.thread_id AND r.run_id = o.run_id";
    return "INSERT INTO awaken_%1$s (%2$s) SELECT %3$s FROM awaken_%1$s_before o"
            .formatted(table, columns, values)
        + " JOIN awaken_thread_keys t ON t.thread_id = o.thread_id"
        + (ofRun ? run : "")
        + PART.replace("thread_id", "o.thread_id");
  }

  private static String text(Connection connection, String select, String value)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, select, value);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  private static long update(Connection connection, String sql, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepared(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    bind(statement, values);
    return statement;
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  @Override
  public String getConfirmationMessage() {
    return "Rows copied to the tables with short keys";
  }

  @Override
  public void setUp() {
    // It has no parameters.
  }

  @Override
  public void setFileOpener(ResourceAccessor resources) {
    // It reads no file.
  }

  @Override
  public ValidationErrors validate(Database database) {
    return new ValidationErrors();
  }
}
