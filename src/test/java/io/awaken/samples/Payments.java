package io.awaken.samples;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Pays once, however often the call is made: its key is the primary key of what it writes. */
@ApplicationScoped
public class Payments {

  @Resource(lookup = "java:app/jdbc/shop")
  DataSource shop;

  @AgentTool(
      name = "pay_invoice",
      description = "Pays an invoice, in euros.",
      retry = RetryClass.KEYED,
      timeoutSeconds = 20)
  @Transactional
  public String pay(String invoice, @Positive BigDecimal amount, ToolCallContext call)
      throws SQLException {
    try (Connection connection = shop.getConnection()) {
      if (paid(connection, call.idempotencyKey())) {
        return "paid before";
      }
      try (var insert = connection.prepareStatement("INSERT INTO payment VALUES (?, ?, ?)")) {
        insert.setString(1, call.idempotencyKey());
        insert.setString(2, invoice);
        insert.setBigDecimal(3, amount);
        insert.executeUpdate();
        return "paid";
      }
    }
  }

  private static boolean paid(Connection connection, String key) throws SQLException {
    try (var query = connection.prepareStatement("SELECT 1 FROM payment WHERE call_key = ?")) {
      query.setString(1, key);
      return query.executeQuery().next();
    }
  }

  @AgentTool(
      name = "send_letter",
      description = "Prints and posts a letter. It cannot be taken back.",
      retry = RetryClass.NEVER)
  public String send(String address, String text) {
    return "posted to " + address;
  }
}
