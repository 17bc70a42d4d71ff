package io.awaken.process;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A PostgreSQL that servers of a test share. */
final class PostgreSql implements AutoCloseable {

  private final EmbeddedPostgres server;

  PostgreSql() {
    try {
      server = EmbeddedPostgres.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Settings of a server that keeps its data there. */
  Map<String, String> settings() {
    return Map.of("awaken.db.url", url(), "awaken.db.user", "postgres", "awaken.db.password", "");
  }

  /** Where tests look for themselves; with the user in it. */
  String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
