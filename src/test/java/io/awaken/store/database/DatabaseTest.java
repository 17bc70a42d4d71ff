package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Databases;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {
  @Test
  void theClockOfH2MovesWithinATransaction() throws Exception {
    try (Databases.Fresh fresh = Databases.h2()) {
      assertThat(fresh.database().product()).isEqualTo(DatabaseProduct.H2);
      theClockMoves(fresh);
    }
  }

  @Test
  void theClockOfPostgreSqlMovesWithinATransaction() throws Exception {
    try (Databases.Fresh fresh = Databases.postgres()) {
      assertThat(fresh.database().product()).isEqualTo(DatabaseProduct.POSTGRESQL);
      theClockMoves(fresh);
    }
  }

  private static void theClockMoves(Databases.Fresh fresh) throws Exception {
    try (Connection connection = fresh.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      long before = System.currentTimeMillis();
      long first = clock(connection, fresh.database());
      long second = first;
      while (second == first && System.currentTimeMillis() < before + 2_000) {
        second = clock(connection, fresh.database());
      }
      assertThat(first).isBetween(before - 50, before + 2_000);
      assertThat(second).isGreaterThan(first);
      connection.rollback();
    }
  }

  private static long clock(Connection connection, Database database) throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT " + database.clockMillis())) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void anOperatorsPoolOnALazyH2FileIsRefused(@TempDir Path directory) {
    JdbcDataSource lazy = new JdbcDataSource();
    lazy.setURL("jdbc:h2:file:" + directory.resolve("lazy"));
    assertThatThrownBy(() -> Database.open(lazy))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageContaining("WRITE_DELAY=0");
  }

  @Test
  void anUnreachableDatabaseIsNamedInOneLine() {
    var nowhere =
        new ConfiguredDataSource(
            new DatabaseSettings(
                "jdbc:postgresql://127.0.0.1:1/none", Optional.of("me"), Optional.of("hidden")));
    assertThatThrownBy(() -> Database.open(nowhere))
        .isInstanceOf(DatabaseRefused.class)
        .hasMessageStartingWith("The database cannot be reached: ")
        .message()
        .contains("127.0.0.1:1")
        .doesNotContain("hidden")
        .doesNotContain("\n");
  }
}
