package io.awaken.store.database.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.awaken.contract.Stores;
import io.awaken.core.run.RunStatus;
import io.awaken.fixture.Databases;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SqlScript;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.RuntimeStores;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.store.jpa.JpaStores;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractStringAssert;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An administrator makes the tables, and nodes check them. */
@MostlyWaiting
class SchemaSqlTest {
  private static final String ON_POSTGRESQL =
      """
      SELECT CONCAT_WS(' ', table_name, column_name, data_type, character_maximum_length,
        is_nullable, column_default) FROM information_schema.columns WHERE table_schema = 'public'
        AND table_name NOT IN ('awaken_change', 'databasechangelog', 'databasechangeloglock')
      UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
        AND tablename LIKE 'awaken%'
      UNION SELECT PG_GET_FUNCTIONDEF(oid) FROM pg_proc WHERE proname LIKE 'awaken%'
      UNION SELECT PG_GET_TRIGGERDEF(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION SELECT CONCAT_WS(' ', relname, relkind, ARRAY_TO_STRING(reloptions, ' '),
        obj_description(oid)) FROM pg_class WHERE relname LIKE 'awaken%'
        AND relname <> 'awaken_change' AND relname NOT LIKE '%before%'
      UNION SELECT 'ran ' || CONCAT_WS(' ', id, author, filename, md5sum) FROM awaken_change
      ORDER BY 1\
      """;

  /** Without names that H2 makes. */
  private static final String ON_H2 =
      """
      SELECT CONCAT_WS(' ', table_name, column_name, data_type, character_maximum_length,
        is_nullable, column_default) FROM information_schema.columns WHERE table_schema = 'PUBLIC'
        AND table_name NOT IN ('AWAKEN_CHANGE', 'DATABASECHANGELOG', 'DATABASECHANGELOGLOCK')
      UNION SELECT CONCAT_WS(' ', table_name, column_name, ordinal_position, is_unique)
        FROM information_schema.index_columns WHERE table_name LIKE 'AWAKEN%'
      UNION SELECT CONCAT_WS(' ', table_name, view_definition) FROM information_schema.views
        WHERE table_schema = 'PUBLIC'
      UNION SELECT 'ran ' || CONCAT_WS(' ', id, author, filename, md5sum) FROM awaken_change
      ORDER BY 1\
      """;

  private static final String TABLES =
      "SELECT table_name FROM information_schema.tables WHERE LOWER(table_schema) = 'public'";

  @ParameterizedTest
  @EnumSource
  @Rows(166)
  void theSqlOfANewSchemaMakesWhatAMigrationMakes(DatabaseProduct product) throws Exception {
    try (Empty administered = Empty.of(product);
        Empty migrated = Empty.of(product)) {
      Migrations.run(migrated.source());
      SqlScript.run(administered.source(), ofNew(product));

      assertThat(objects(product, administered.source()))
          .hasSizeGreaterThan(200)
          .isEqualTo(objects(product, migrated.source()));
      assertThatCode(() -> SchemaState.check(administered.source())).doesNotThrowAnyException();

      List<String> before = objects(product, administered.source());
      Migrations.run(administered.source());
      assertThat(objects(product, administered.source())).isEqualTo(before);
    }
  }

  @Test
  @Rows(166)
  void aUserWithoutRightsOnTheSchemaRunsAnAgentOnTablesOfAnAdministrator() throws Exception {
    try (Databases.Fresh owner = Databases.emptyPostgres()) {
      SqlScript.run(owner.dataSource(), ofNew(DatabaseProduct.POSTGRESQL));
      owner.execute("CREATE ROLE awaken_app LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC");
      SqlScript.run(
          owner.dataSource(), Files.readString(Path.of("server-config/postgresql-grants.sql")));
      Databases.Fresh application = Databases.open(url(owner, "awaken_app"));
      assertThatThrownBy(() -> application.execute("CREATE TABLE own (id int)"))
          .hasRootCauseMessage("ERROR: permission denied for schema public\n  Position: 14");

      SchemaState.check(application.dataSource());
      try (var stores =
          new JpaStores(
              application.transactions(JpaStores.ENTITIES),
              application.database(),
              Stores.SETTINGS)) {
        var node =
            new TestNode(
                RuntimeStores.of(stores),
                new ScriptedModel(
                    Script.builder()
                        .says("Let me look")
                        .andCalls("echo", Map.of("value", "x"))
                        .says("It is fine")
                        .build()),
                UnaryOperator.identity(),
                List.of(),
                FunctionTool.answering("echo", "42"));

        assertThat(node.run("administered", "hello").status()).isEqualTo(RunStatus.DONE);
      }
      application.pool().dispose();
      owner.execute("DROP OWNED BY awaken_app; DROP ROLE awaken_app");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCheckOfAnEmptySchemaNamesTheCommandAndMakesNoTable(DatabaseProduct product)
      throws Exception {
    try (Empty empty = Empty.of(product)) {
      refused(empty.source())
          .contains(
              "no tables that this user may read",
              SchemaSql.COMMAND + product.name().toLowerCase(Locale.ROOT));

      assertThat(rows(empty.source(), TABLES)).isEmpty();
    }
  }

  @Test
  void aCheckNamesPendingChangesAndTheCommandPrintsTheirSql() {
    try (Databases.Fresh database = Databases.postgres()) {
      database.execute("CREATE INDEX awaken_job_age ON awaken_job (created_at)");
      database.execute("DELETE FROM awaken_change WHERE id = 'job-age-postgresql'");
      refused(database.dataSource())
          .contains("lacks these changes of this version: job-age-postgresql;")
          .contains(SchemaSql.COMMAND);

      SqlScript.run(database.dataSource(), printed(url(database, "postgres")));

      assertThatCode(() -> SchemaState.check(database.dataSource())).doesNotThrowAnyException();
      assertThat(printed(url(database, "postgres"))).startsWith("-- Changes of the schema: 0.");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCheckNamesChangesThatRanWithAnotherText(DatabaseProduct product) {
    try (Databases.Fresh database = Databases.of(product)) {
      database.execute(
          "UPDATE awaken_change SET md5sum = '9:00000000000000000000000000000000' WHERE id ="
              + " 'run'");

      refused(database.dataSource()).contains("ran these changes with another text", ": run;");
    }
  }

  @ParameterizedTest
  @EnumSource
  void tablesBeforeShortKeysNeedOneStartThatMigrates(DatabaseProduct product) {
    try (Databases.Fresh database = Databases.copy(product, "before-short-keys")) {
      refused(database.dataSource()).contains("start one node once with awaken.db.schema=migrate");

      Migrations.run(database.dataSource());

      assertThatCode(() -> SchemaState.check(database.dataSource())).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "oracle", "postgresql h2"})
  void otherArgumentsShowTheUsage(String arguments) {
    var err = new ByteArrayOutputStream();

    assertThat(run(arguments.split(" "), new ByteArrayOutputStream(), err)).isEqualTo(2);

    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("Usage: " + SchemaSql.COMMAND);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:oracle:x, No suitable driver",
    "jdbc:h2:file:/no/such;IFEXISTS=TRUE, not found"
  })
  void aDatabaseThatCannotBeOpenedIsOneLine(String url, String reason) {
    var err = new ByteArrayOutputStream();

    assertThat(run(new String[] {url}, new ByteArrayOutputStream(), err)).isEqualTo(1);

    assertThat(err.toString(StandardCharsets.UTF_8)).hasLineCount(1).contains(reason);
  }

  private static AbstractStringAssert<?> refused(DataSource source) {
    return assertThatThrownBy(() -> SchemaState.check(source))
        .isInstanceOf(DatabaseRefused.class)
        .extracting(Throwable::getMessage, STRING)
        .hasLineCount(1);
  }

  private static String ofNew(DatabaseProduct product) {
    return printed(product.name().toLowerCase(Locale.ROOT));
  }

  private static String printed(String argument) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    assertThat(run(new String[] {argument}, out, err)).as(err::toString).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static int run(String[] arguments, ByteArrayOutputStream out, ByteArrayOutputStream err) {
    return SchemaSql.run(arguments, Map.of(), new PrintStream(out), new PrintStream(err));
  }

  private static String url(Databases.Fresh database, String user) {
    try (var connection = database.dataSource().getConnection()) {
      return connection.getMetaData().getURL().replaceAll("\\?.*", "") + "?user=" + user;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> objects(DatabaseProduct product, DataSource source)
      throws SQLException {
    return rows(source, product == DatabaseProduct.H2 ? ON_H2 : ON_POSTGRESQL);
  }

  private static List<String> rows(DataSource source, String sql) throws SQLException {
    var texts = new ArrayList<String>();
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** A database without tables. */
  private record Empty(DataSource source, Runnable drop) implements AutoCloseable {
    private static final String IN_MEMORY = "jdbc:h2:mem:";
    private static final String KEPT = ";DB_CLOSE_DELAY=-1";

    static Empty of(DatabaseProduct product) {
      if (product == DatabaseProduct.POSTGRESQL) {
        Databases.Fresh fresh = Databases.emptyPostgres();
        return new Empty(fresh.dataSource(), fresh::close);
      }
      var pool = JdbcConnectionPool.create(IN_MEMORY + UUID.randomUUID() + KEPT, "sa", "");
      return new Empty(
          pool,
          () -> {
            SqlScript.run(pool, "SHUTDOWN IMMEDIATELY");
            pool.dispose();
          });
    }

    @Override
    public void close() {
      drop.run();
    }
  }
}
