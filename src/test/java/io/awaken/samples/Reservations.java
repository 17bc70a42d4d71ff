package io.awaken.samples;

import io.awaken.core.tool.AgentTool;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Positive;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Reserves stock: the reservation and the result of the call are kept together or not at all. */
@ApplicationScoped
public class Reservations {

  @Resource(lookup = "java:app/jdbc/awaken")
  DataSource awaken;

  @AgentTool(name = "reserve", description = "Reserves pieces of an article.", transactional = true)
  @Transactional
  public String reserve(String article, @Positive int pieces) throws SQLException {
    try (Connection connection = awaken.getConnection();
        var take =
            connection.prepareStatement(
                "UPDATE stock SET pieces = pieces - ? WHERE article = ? AND pieces >= ?")) {
      take.setInt(1, pieces);
      take.setString(2, article);
      take.setInt(3, pieces);
      if (take.executeUpdate() == 0) {
        throw new IllegalStateException("not enough of " + article);
      }
      return "reserved " + pieces;
    }
  }
}
