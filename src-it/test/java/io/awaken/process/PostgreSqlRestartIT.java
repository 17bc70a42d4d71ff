package io.awaken.process;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class PostgreSqlRestartIT extends RestartContract {

  private EmbeddedPostgres postgres;

  @Override
  Map<String, String> database() throws IOException {
    if (postgres == null) {
      postgres = EmbeddedPostgres.start();
    }
    return Map.of(
        "awaken.db.url",
        postgres.getJdbcUrl("postgres", "postgres"),
        "awaken.db.user",
        "postgres",
        "awaken.db.password",
        "");
  }

  @Override
  void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
