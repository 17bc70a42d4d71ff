package io.awaken.chaos.bed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A database of the {@link Postgres}. Each query has a connection of its own. */
public record Database(String url) {

  /** The first column of the first row; null if there is no row. */
  public String queryOne(String sql) throws SQLException {
    List<List<String>> rows = query(sql);
    return rows.isEmpty() ? null : rows.getFirst().getFirst();
  }

  /** All rows of a query, each value as text. */
  public List<List<String>> query(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      var rows = new ArrayList<List<String>>();
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        var row = new ArrayList<String>(columns);
        for (int column = 1; column <= columns; column++) {
          row.add(result.getString(column));
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
