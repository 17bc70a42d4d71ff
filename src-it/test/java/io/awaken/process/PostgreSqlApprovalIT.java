package io.awaken.process;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** One node, killed and started again with another beside it. */
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
class PostgreSqlApprovalIT extends ApprovalContract {

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
  int nodesAfterwards() {
    return 2;
  }

  @Override
  void stopDatabase() throws IOException {
    if (postgres != null) {
      postgres.close();
    }
  }
}
