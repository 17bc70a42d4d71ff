package io.awaken.store.database.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Databases;
import io.awaken.store.database.DatabaseProduct;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Liquibase rejects a database that ran a change set with another checksum, which covers even
 * remarks of columns, and then no node starts. A file lists the checksums of merged change sets,
 * one line per product.
 */
class MergedChangeSetsTest {
  private static final String FILE = "change-sets.txt";

  private static final String RAN =
      "SELECT filename, id, author, md5sum FROM awaken_change ORDER BY orderexecuted";

  @ParameterizedTest
  @EnumSource
  void noMergedChangeSetIsEditedMovedOrRenamed(DatabaseProduct product) throws Exception {
    assertThat(ran(product))
        .as(
            "Put the change set back as it was, and change the schema by one of its own: databases"
                + " that ran it would refuse this version")
        .containsAllEntriesOf(merged(product));
  }

  @ParameterizedTest
  @EnumSource
  void eachNewChangeSetIsListedBeforeDatabasesRunIt(DatabaseProduct product) throws Exception {
    var missing = ran(product);
    missing.keySet().removeAll(merged(product).keySet());

    assertThat(missing.entrySet())
        .as("Lines to add at the end of src/test/resources/%s, once it is as it shall be", FILE)
        .extracting(ran -> ran.getKey() + " " + ran.getValue())
        .isEmpty();
  }

  /** Returns checksums by product, file, id and author, as in a new database of this version. */
  private static Map<String, String> ran(DatabaseProduct product) throws SQLException {
    var sums = new LinkedHashMap<String, String>();
    try (Databases.Fresh fresh = Databases.of(product);
        Connection connection = fresh.dataSource().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(RAN)) {
      while (rows.next()) {
        String which = rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3);
        sums.put(product + " " + which, rows.getString(4));
      }
    }
    return sums;
  }

  private static Map<String, String> merged(DatabaseProduct product) throws IOException {
    var sums = new LinkedHashMap<String, String>();
    try (InputStream file = MergedChangeSetsTest.class.getResourceAsStream("/" + FILE)) {
      new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(product + " "))
          .forEach(
              line -> {
                int sum = line.lastIndexOf(' ');
                sums.put(line.substring(0, sum), line.substring(sum + 1));
              });
    }
    return sums;
  }
}
