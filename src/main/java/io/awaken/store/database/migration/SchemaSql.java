package io.awaken.store.database.migration;

import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import liquibase.ChecksumVersion;
import liquibase.change.Change;
import liquibase.changelog.ChangeSet;
import liquibase.database.Database;
import liquibase.sql.Sql;
import liquibase.sqlgenerator.SqlGeneratorFactory;

/**
 * Prints the SQL that makes the tables of this version, for administrators who do not let an
 * application change tables: of a new schema, or what an existing one lacks. Needs only the classes
 * and libraries of the archive, and changes nothing.
 */
public final class SchemaSql {
  /** In the folder of an unpacked archive; its argument follows. */
  static final String COMMAND =
      "java -cp 'WEB-INF/classes:WEB-INF/lib/*' " + SchemaSql.class.getName() + " ";

  private static final String USAGE =
      """
      Usage: %spostgresql | h2 | JDBC-URL
        postgresql, h2  the SQL of a new schema
        JDBC-URL        the SQL that this database lacks; AWAKEN_DB_USER and AWAKEN_DB_PASSWORD
                        are read from the environment
      """
          .formatted(COMMAND);

  private static final int INVALID_ARGUMENTS = 2;

  private SchemaSql() {}

  /**
   * @param args see the usage
   */
  public static void main(String[] args) {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int status = run(args, System.getenv(), out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** The exit status: 1 when the database or its tables cannot be used, 2 for a bad argument. */
  static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (args.length != 1) {
      err.print(USAGE);
      return INVALID_ARGUMENTS;
    }
    try {
      if (args[0].startsWith("jdbc:")) {
        String user = environment.get("AWAKEN_DB_USER");
        String password = environment.get("AWAKEN_DB_PASSWORD");
        try (Connection connection = DriverManager.getConnection(args[0], user, password)) {
          out.print(of(SchemaState.of(connection)));
        }
      } else {
        DatabaseProduct product = DatabaseProduct.valueOf(args[0].toUpperCase(Locale.ROOT));
        out.print(of(SchemaState.ofNew(product)));
      }
      return 0;
    } catch (IllegalArgumentException e) {
      err.print(USAGE);
      return INVALID_ARGUMENTS;
    } catch (Exception e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  /**
   * The SQL that a schema lacks; only a comment if it lacks nothing.
   *
   * @throws DatabaseRefused when no SQL can make its tables those of this version
   */
  static String of(SchemaState state) throws Exception {
    state.requireRun();
    return Migrations.inScope(() -> new Script(state).text());
  }

  private record Script(SchemaState state, Database database, StringBuilder out) {
    Script(SchemaState state) {
      this(state, SchemaState.offline(state.product()), new StringBuilder());
    }

    String text() {
      out.append("-- Changes of the schema: ").append(state.pending().size());
      out.append(". Run them as the owner of the schema.\n");
      if (state.empty()) {
        EarlierVersions.NEW_LISTS.forEach(this::statement);
      }
      state.pending().forEach(this::changeSet);
      return out.toString();
    }

    /** On H2 each definition of a table is a transaction. */
    private void changeSet(ChangeSet set) {
      boolean together = state.product() == DatabaseProduct.POSTGRESQL && set.isRunInTransaction();
      out.append("\n-- ").append(set.getId()).append('\n');
      if (together) {
        statement("BEGIN");
      }
      if (!SchemaState.copiesRows(set)) {
        set.getChanges().stream().flatMap(this::statements).forEach(this::statement);
      }
      statement(noteThatItRan(set));
      if (together) {
        statement("COMMIT");
      }
    }

    private Stream<String> statements(Change change) {
      var statements = change.generateStatements(database);
      return Stream.of(SqlGeneratorFactory.getInstance().generateSql(statements, database))
          .map(Sql::toSql);
    }

    private void statement(String sql) {
      out.append(sql.strip()).append(";\n");
    }

    private static String noteThatItRan(ChangeSet set) {
      return "INSERT INTO "
          + EarlierVersions.CHANGES
          + " (id, author, filename, dateexecuted, orderexecuted, exectype, md5sum) SELECT '"
          + String.join("', '", set.getId(), set.getAuthor(), set.getFilePath())
          + "', CURRENT_TIMESTAMP, COALESCE(MAX(orderexecuted), 0) + 1, 'EXECUTED', '"
          + set.generateCheckSum(ChecksumVersion.latest())
          + "' FROM "
          + EarlierVersions.CHANGES;
    }
  }
}
