package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.tool.ToolCallContext;
import io.awaken.testkit.ToolCallContexts;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call that is made again under its key pays nothing again. */
class PaymentsTest {

  private final Payments payments = new Payments();
  private Connection open;

  @BeforeEach
  void makeTheShopsDatabase() throws SQLException {
    var shop = new JdbcDataSource();
    shop.setURL("jdbc:h2:mem:payments");
    payments.shop = shop;
    open = shop.getConnection();
    try (var statement = open.createStatement()) {
      statement.execute(
          "CREATE TABLE payment (call_key VARCHAR(512) PRIMARY KEY, invoice VARCHAR(64),"
              + " amount NUMERIC(12, 2))");
    }
  }

  @AfterEach
  void dropIt() throws SQLException {
    open.close();
  }

  @Test
  void theSameCallPaysOnce() throws SQLException {
    ToolCallContext call = ToolCallContexts.test("pay_invoice");

    assertThat(payments.pay("I-7", BigDecimal.TEN, call)).isEqualTo("paid");
    assertThat(payments.pay("I-7", BigDecimal.TEN, call)).isEqualTo("paid before");
    assertThat(rows()).isEqualTo(1);
  }

  private int rows() throws SQLException {
    try (var statement = open.createStatement();
        var count = statement.executeQuery("SELECT COUNT(*) FROM payment")) {
      count.next();
      return count.getInt(1);
    }
  }
}
