package io.awaken.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Databases;
import io.awaken.store.database.migration.Migrations;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commits without places get them in the order of time. */
class SegmentPlacesTest {

  @Test
  void onH2() throws SQLException {
    assertPlaced(Databases.h2());
  }

  @Test
  void onPostgreSql() throws SQLException {
    assertPlaced(Databases.postgres());
  }

  private static void assertPlaced(Databases.Fresh fresh) throws SQLException {
    try (var database = fresh) {
      database.execute("DROP INDEX awaken_segment_order");
      database.execute("ALTER TABLE awaken_segment DROP COLUMN place");
      database.execute("DELETE FROM databasechangelog WHERE id LIKE 'segment-%'");
      insert(database, "b", 2, 30);
      insert(database, "b", 1, 20);
      insert(database, "a", 7, 10);

      Migrations.run(database.dataSource());

      assertThat(inOrder(database)).containsExactly("a 7", "b 1", "b 2");
      insert(database, "c", 1, 5);
      assertThat(inOrder(database)).containsExactly("a 7", "b 1", "b 2", "c 1");
    }
  }

  private static void insert(Databases.Fresh database, String run, int last, int at) {
    database.execute(
        ("INSERT INTO awaken_segment (thread_id, run_id, last_seq, first_seq, epoch, body,"
                + " created_at) VALUES ('t', '%s', %d, %d, 1, '{}', %d)")
            .formatted(run, last, last, at));
  }

  private static List<String> inOrder(Databases.Fresh database) throws SQLException {
    var order = new ArrayList<String>();
    try (Connection connection = database.dataSource().getConnection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("SELECT run_id, last_seq FROM awaken_segment ORDER BY place")) {
      while (rows.next()) {
        order.add(rows.getString(1) + " " + rows.getInt(2));
      }
    }
    return order;
  }
}
