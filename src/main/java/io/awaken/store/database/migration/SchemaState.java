package io.awaken.store.database.migration;

import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import liquibase.change.CheckSum;
import liquibase.change.custom.CustomChangeWrapper;
import liquibase.changelog.ChangeLogParameters;
import liquibase.changelog.ChangeSet;
import liquibase.database.Database;
import liquibase.database.OfflineConnection;
import liquibase.database.core.H2Database;
import liquibase.database.core.PostgresDatabase;
import liquibase.parser.ChangeLogParserFactory;
import liquibase.resource.ClassLoaderResourceAccessor;

/**
 * How a schema differs from that of this version. It is only read: no table is created, changed or
 * locked.
 *
 * @param empty whether it has no list of change sets
 * @param pending change sets that it did not run, in their order
 * @param edited change sets that it ran with another text
 */
public record SchemaState(
    DatabaseProduct product, boolean empty, List<ChangeSet> pending, List<ChangeSet> edited) {

  private static final int NAMED = 5;

  /** The state of a database without tables. */
  static SchemaState ofNew(DatabaseProduct product) throws Exception {
    return of(product, true, Map.of());
  }

  /** Reads the state of the session's schema. */
  static SchemaState of(Connection connection) throws Exception {
    var ran = new HashMap<String, String>();
    boolean empty = true;
    // The second is another application's, or of the versions before, which had no other.
    for (String table : List.of(EarlierVersions.CHANGES, EarlierVersions.CHANGES_BEFORE)) {
      if (empty && EarlierVersions.exists(connection, table)) {
        empty = false;
        read(connection, table, ran);
      }
    }
    return of(DatabaseProduct.of(connection), empty, ran);
  }

  private static void read(Connection connection, String table, Map<String, String> ran)
      throws SQLException {
    String sql = "SELECT id, md5sum FROM " + table;
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ran.put(rows.getString(1), rows.getString(2));
      }
    }
  }

  private static SchemaState of(DatabaseProduct product, boolean empty, Map<String, String> ran)
      throws Exception {
    return Migrations.inScope(
        () -> {
          List<ChangeSet> all = changeSets(product);
          return new SchemaState(
              product,
              empty,
              all.stream().filter(set -> !ran.containsKey(set.getId())).toList(),
              all.stream().filter(set -> edited(set, ran.get(set.getId()))).toList());
        });
  }

  private static List<ChangeSet> changeSets(DatabaseProduct product) throws Exception {
    var files = new ClassLoaderResourceAccessor(SchemaState.class.getClassLoader());
    Database database = offline(product);
    return ChangeLogParserFactory.getInstance()
        .getParser(Migrations.CHANGELOG, files)
        .parse(Migrations.CHANGELOG, new ChangeLogParameters(database), files)
        .getChangeSets()
        .stream()
        .filter(
            set -> set.getDbmsSet() == null || set.getDbmsSet().contains(database.getShortName()))
        .toList();
  }

  /** Liquibase's view of a product without a connection. */
  static Database offline(DatabaseProduct product) {
    Database database =
        product == DatabaseProduct.POSTGRESQL ? new PostgresDatabase() : new H2Database();
    database.setConnection(
        new OfflineConnection(
            "offline:" + database.getShortName(),
            new ClassLoaderResourceAccessor(SchemaState.class.getClassLoader())));
    database.setOutputDefaultSchema(false);
    return database;
  }

  /** Liquibase takes a change set without a checksum for unchanged, too. */
  private static boolean edited(ChangeSet set, String ran) {
    return ran != null && !set.isCheckSumValid(CheckSum.parse(ran));
  }

  /**
   * Ends the start unless the schema is that of this version, for {@code awaken.db.schema=check}.
   *
   * @param dataSource whose user may only read and write rows
   * @throws DatabaseRefused naming the change sets and what an administrator does about them
   */
  public static void check(DataSource dataSource) {
    SchemaState state;
    try (Connection connection = dataSource.getConnection()) {
      state = of(connection);
    } catch (Exception e) {
      throw new DatabaseRefused("The database schema could not be checked: " + e.getMessage(), e);
    }
    state.requireRun();
    if (state.empty) {
      throw new DatabaseRefused(
          "awaken.db.schema is check, and the schema has no tables that this user may read: run"
              + " the SQL of "
              + SchemaSql.COMMAND
              + state.product.name().toLowerCase(Locale.ROOT)
              + " as its owner, and grant the rights of server-config/postgresql-grants.sql");
    }
    if (!state.pending.isEmpty()) {
      throw new DatabaseRefused(
          "awaken.db.schema is check, and the schema lacks these changes of this version: "
              + names(state.pending)
              + "; run the SQL of "
              + SchemaSql.COMMAND
              + "JDBC-URL as its owner");
    }
  }

  /** Refuses what no SQL can mend. */
  void requireRun() {
    if (!edited.isEmpty()) {
      throw new DatabaseRefused(
          "The schema ran these changes with another text than this version has: "
              + names(edited)
              + "; start the version that made the tables");
    }
    if (!empty && pending.stream().anyMatch(SchemaState::copiesRows)) {
      throw new DatabaseRefused(
          "The tables are of a version before short keys, and their rows are not copied by SQL:"
              + " start one node once with awaken.db.schema=migrate as the owner of the schema");
    }
  }

  /** Whether it is done by a class, which in a new schema has nothing to do. */
  static boolean copiesRows(ChangeSet set) {
    return set.getChanges().stream().anyMatch(CustomChangeWrapper.class::isInstance);
  }

  private static String names(List<ChangeSet> sets) {
    String first =
        sets.stream().limit(NAMED).map(ChangeSet::getId).collect(Collectors.joining(", "));
    return sets.size() > NAMED ? first + " and " + (sets.size() - NAMED) + " more" : first;
  }
}
