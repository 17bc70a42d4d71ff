package io.awaken.process;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** What the nodes' database says of their work, looked at from outside. */
record JobTable(String url) {

  /** Jobs that this node holds. */
  int claimedBy(String node) throws SQLException {
    return count(
        "SELECT count(*) FROM awaken_job WHERE status = 'claimed' AND claimed_by = ?", node);
  }

  /** Runs that are not over. */
  int runsLeft() throws SQLException {
    return count("SELECT count(*) FROM awaken_run WHERE status <> ?", "done");
  }

  /** Runs that ended as they should. */
  int runsAnswered() throws SQLException {
    return count("SELECT count(*) FROM awaken_run WHERE termination LIKE ?", "%\"natural_end\"%");
  }

  private int count(String question, String parameter) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setString(1, parameter);
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getInt(1);
      }
    }
  }
}
