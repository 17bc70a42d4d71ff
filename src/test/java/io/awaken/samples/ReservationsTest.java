package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sample of a tool that is one transaction with its result. */
class ReservationsTest {

  private final Reservations reservations = new Reservations();
  private Connection open;

  @BeforeEach
  void makeTheStock() throws SQLException {
    var source = new JdbcDataSource();
    source.setURL("jdbc:h2:mem:reservations");
    reservations.awaken = source;
    open = source.getConnection();
    try (var statement = open.createStatement()) {
      statement.execute("CREATE TABLE stock (article VARCHAR(64), pieces INT)");
      statement.execute("INSERT INTO stock VALUES ('chair', 3)");
    }
  }

  @AfterEach
  void dropIt() throws SQLException {
    open.close();
  }

  @Test
  void noMoreIsReservedThanThereIs() throws SQLException {
    assertThat(reservations.reserve("chair", 2)).isEqualTo("reserved 2");
    assertThatThrownBy(() -> reservations.reserve("chair", 2)).hasMessage("not enough of chair");
  }
}
