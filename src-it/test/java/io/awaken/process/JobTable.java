package io.awaken.process;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads the jobs, runs and messages of the nodes from their database. */
record JobTable(String url) {

  /** Counts the jobs claimed by a node. */
  int claimedBy(String node) throws SQLException {
    return count(
        "SELECT count(*) FROM awaken_job WHERE status = 'claimed' AND claimed_by = ?", node);
  }

  /** Counts the runs that have not ended. */
  int runsLeft() throws SQLException {
    return count("SELECT count(*) FROM awaken_run WHERE status <> ?", "done");
  }

  /** Counts the runs that ended with an answer. */
  int runsAnswered() throws SQLException {
    return count("SELECT count(*) FROM awaken_run WHERE termination LIKE ?", "%\"natural_end\"%");
  }

  /** Counts the messages to receivers outside whose last delivery got this status, an error. */
  int messagesAnswered(String status) throws SQLException {
    return count("SELECT count(*) FROM awaken_outbox WHERE failure = ?", "answered " + status);
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
