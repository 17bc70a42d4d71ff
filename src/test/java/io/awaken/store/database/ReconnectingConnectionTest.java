package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Databases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReconnectingConnectionTest {
  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh fresh = unopened.open();
  private Connection connection;
  private int opened;

  @BeforeEach
  void open() throws SQLException {
    connection =
        ReconnectingConnection.open(
            () -> {
              opened++;
              return DriverManager.getConnection(unopened.url());
            });
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
    fresh.close();
  }

  private long query(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void kill(long backend) {
    fresh.number("SELECT pg_terminate_backend(" + backend + ")::int");
  }

  @Test
  void aDeadConnectionIsReplacedBetweenTransactions() throws SQLException {
    connection.setAutoCommit(false);
    long backend = query("SELECT pg_backend_pid()");
    connection.commit();
    kill(backend);

    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
    connection.rollback();

    assertThat(query("SELECT pg_backend_pid()")).isNotEqualTo(backend);
    assertThat(connection.getAutoCommit()).isFalse();
  }

  @Test
  void returningADeadConnectionDoesNotReconnect() throws SQLException {
    connection.setAutoCommit(false);
    kill(query("SELECT pg_backend_pid()"));
    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(opened).isEqualTo(1);

    connection.setAutoCommit(false);
    assertThat(query("SELECT 1")).isEqualTo(1);
    assertThat(opened).isEqualTo(2);
    assertThat(connection.getAutoCommit()).isFalse();
  }

  @Test
  void aConnectionIsNotReplacedInATransaction() throws SQLException {
    connection.setAutoCommit(false);
    kill(query("SELECT pg_backend_pid()"));

    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
    assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
    assertThat(query("SELECT 1")).isEqualTo(1);
  }

  @Test
  void settingClientInfoOnADeadConnectionThrowsTheDeclaredException() throws Exception {
    long backend = query("SELECT pg_backend_pid()");
    kill(backend);
    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> connection.setClientInfo("ApplicationName", "other"))
        .isInstanceOf(SQLClientInfoException.class);
    assertThat(query("SELECT pg_backend_pid()")).isNotEqualTo(backend);
  }

  @Test
  void pooledConnectionsAreClosedWhenTheApplicationEnds() throws SQLException {
    assertThat(query("SELECT 1")).isOne();

    ReconnectingConnection.closeAll();

    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
    assertThat(opened).isOne();
    // The pool closes it later.
    connection.close();
  }

  @Test
  void aClosedConnectionStaysClosed() throws SQLException {
    connection.close();
    assertThat(connection.isClosed()).isTrue();
    assertThatThrownBy(() -> query("SELECT 1")).isInstanceOf(SQLException.class);
  }
}
