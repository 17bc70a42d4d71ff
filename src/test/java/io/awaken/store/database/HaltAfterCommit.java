package io.awaken.store.database;

import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** A process that halts right after its commit has returned. */
final class HaltAfterCommit {
  private HaltAfterCommit() {}

  public static void main(String[] arguments) throws Exception {
    try (Connection connection = dataSource(arguments[0]).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(Note.DDL);
      connection.setAutoCommit(false);
      statement.execute("INSERT INTO note VALUES (1, 'answered')");
      connection.commit();
      Runtime.getRuntime().halt(7);
    }
  }

  static ConfiguredDataSource dataSource(String directory) {
    Map<String, String> config = Map.of("awaken.data.dir", directory);
    return new ConfiguredDataSource(
        DatabaseSettings.from(key -> Optional.ofNullable(config.get(key))));
  }
}
