package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

class SessionLimitsTest {
  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh fresh = unopened.open();

  @AfterEach
  void close() {
    fresh.close();
  }

  private DataSource configured(String parameters) {
    return new ConfiguredDataSource(
        new DatabaseSettings(unopened.url() + parameters, Optional.empty(), Optional.empty()));
  }

  private static String setting(Connection connection, String name) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW " + name)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  @Failures({"F19", "F23"})
  void sessionsOfTheOwnPoolHaveTimeLimits() throws SQLException {
    try (Connection connection = configured("").getConnection()) {
      assertThat(setting(connection, "lock_timeout")).isEqualTo("3s");
      assertThat(setting(connection, "idle_in_transaction_session_timeout")).isEqualTo("10s");
    }
  }

  @Test
  void parametersOfTheUrlWin() throws SQLException {
    try (Connection connection = configured("&options=-c%20lock_timeout%3D7s").getConnection()) {
      assertThat(setting(connection, "lock_timeout")).isEqualTo("7s");
      assertThat(setting(connection, "idle_in_transaction_session_timeout")).isEqualTo("0");
    }
  }

  @Test
  void aMigrationLiftsTheLimits() throws SQLException {
    try (Connection connection = configured("").getConnection()) {
      SessionLimits.lift(connection, DatabaseProduct.POSTGRESQL);
      assertThat(setting(connection, "lock_timeout")).isEqualTo("0");
      assertThat(setting(connection, "idle_in_transaction_session_timeout")).isEqualTo("0");
      SessionLimits.restore(connection, DatabaseProduct.POSTGRESQL);
      assertThat(setting(connection, "lock_timeout")).isEqualTo("3s");
      assertThat(setting(connection, "idle_in_transaction_session_timeout")).isEqualTo("10s");
    }
  }

  @Test
  void aToolsTransactionMayIdleForTheToolsTimeLimit() throws SQLException {
    try (Connection connection = configured("").getConnection()) {
      connection.setAutoCommit(false);
      SessionLimits.allowPauses(connection, Duration.ofMinutes(5));
      assertThat(setting(connection, "idle_in_transaction_session_timeout")).isEqualTo("310s");
      connection.commit();
      assertThat(setting(connection, "idle_in_transaction_session_timeout")).isEqualTo("10s");
    }
  }

  /**
   * Simulates a stalled node: its next statement fails as an outage, and its next transaction
   * works.
   */
  @Test
  @Failures("F23")
  void aTransactionEndedForIdlingIsAnOutageAndTheNextGetsANewSession() throws SQLException {
    var pool = configured("&options=-c%20idle_in_transaction_session_timeout%3D50ms");
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      assertThat(setting(connection, "lock_timeout")).isEqualTo("0");
      awaitItsEnd(connection);

      assertThatThrownBy(() -> setting(connection, "lock_timeout"))
          .isInstanceOf(SQLException.class)
          .satisfies(thrown -> assertThat(Outage.causes(thrown)).isTrue());
      connection.rollback();
      assertThat(setting(connection, "lock_timeout")).isEqualTo("0");
    }
  }

  private void awaitItsEnd(Connection connection) throws SQLException {
    int pid = connection.unwrap(PGConnection.class).getBackendPID();
    while (fresh.number("SELECT count(*) FROM pg_stat_activity WHERE pid = " + pid) > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void theRoleScriptSetsTheLimits() throws Exception {
    fresh.execute("CREATE ROLE awaken LOGIN");
    try (var log = new CapturedLog(SessionLimits.class)) {
      fresh.execute(Files.readString(Path.of("server-config/postgresql-role.sql")));
      var pool = new PGSimpleDataSource();
      pool.setUrl(unopened.url());
      try (Connection connection = pool.getConnection("awaken", null)) {
        SessionLimits.logMissing(connection, DatabaseProduct.POSTGRESQL);
        assertThat(setting(connection, "tcp_keepalives_count")).isNotNull();
      }
      assertThat(log.warnings()).isEmpty();
    } finally {
      fresh.execute("DROP ROLE awaken");
    }
  }

  @Test
  void aPoolWithoutLimitsLogsWhatToSet() throws SQLException {
    try (var log = new CapturedLog(SessionLimits.class);
        Connection without = fresh.dataSource().getConnection();
        Connection with = configured("").getConnection()) {
      SessionLimits.logMissing(with, DatabaseProduct.POSTGRESQL);
      assertThat(log.warnings()).isEmpty();

      SessionLimits.logMissing(without, DatabaseProduct.POSTGRESQL);
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .contains("lock_timeout, idle_in_transaction_session_timeout")
          .contains("server-config/postgresql-role.sql");
    }
  }
}
