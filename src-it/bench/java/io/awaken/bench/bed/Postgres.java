package io.awaken.bench.bed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A PostgreSQL with durable commits: the embedded server of the tests disables them; the benchmark
 * enables them again and verifies the settings.
 */
final class Postgres implements AutoCloseable {

  private static final Map<String, String> DURABLE =
      Map.of("fsync", "on", "synchronous_commit", "on", "full_page_writes", "on");
  private static final String[] SHOWN = {
    "server_version",
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "wal_sync_method",
    "shared_buffers",
    "max_connections"
  };

  private final EmbeddedPostgres server;
  private final Path data;

  Postgres(Path data) throws IOException {
    this.data = data;
    var builder = EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(true);
    DURABLE.forEach(builder::setServerConfig);
    server = builder.start();
  }

  String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
  }

  /**
   * Returns the settings that affect the figures.
   *
   * @throws IllegalStateException if commits would not be durable
   */
  Map<String, String> settings() throws SQLException {
    var settings = new LinkedHashMap<String, String>();
    for (String name : SHOWN) {
      settings.put(name, one("SHOW " + name));
    }
    DURABLE.forEach(
        (name, value) -> {
          if (!value.equals(settings.get(name))) {
            throw new IllegalStateException("PostgreSQL has " + name + "=" + settings.get(name));
          }
        });
    return settings;
  }

  /** Returns the first column of the first row. */
  String one(String query) throws SQLException {
    try (var connection = server.getPostgresDatabase().getConnection();
        var statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      return row.next() ? row.getString(1) : "";
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
