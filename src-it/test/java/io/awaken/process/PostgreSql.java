package io.awaken.process;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A PostgreSQL server shared by the servers of a test. */
final class PostgreSql implements AutoCloseable {

  private final EmbeddedPostgres server;

  PostgreSql() {
    try {
      server = EmbeddedPostgres.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Settings of a server that uses this database. */
  Map<String, String> settings() {
    return Map.of("awaken.db.url", url(), "awaken.db.user", "postgres", "awaken.db.password", "");
  }

  /** JDBC URL for the test's own queries, with the user in it. */
  String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
