package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server whose PostgreSQL is out of disk space for a while (F46) recovers without a restart. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("fills a database")
class FullDatabaseIT {

  private static final String RUN =
      "{\"agent_id\":\"quick\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("It is fine in Bern."));
    server = Servers.start(at, postgres.settings());
    api = new Api(server.port());
  }

  @AfterAll
  void stop() throws Exception {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  @Test
  @Failures("F46")
  void requestsAndHealthGet503UntilThereIsSpaceAgain() throws Exception {
    try (EventStream before = api.run("quick")) {
      before.readToEnd();
    }
    int runs = api.get("v1/runs").split("\"run_id\"").length;
    fill();
    try {
      var refused = api.answer("POST", "v1/runs", RUN);
      assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
      assertThat(refused.body()).contains("\"code\":\"store_unavailable\"");
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(api.status("health")).isEqualTo(503);
      assertThat(api.status("health/live")).isEqualTo(200);
      // Reads still work, and nothing of the refused requests was stored.
      assertThat(api.get("v1/runs").split("\"run_id\"")).hasSize(runs);
    } finally {
      makeRoom();
    }
    Conditions.await("health", () -> api.status("health") == 200);
    try (EventStream after = api.run("quick")) {
      assertThat(after.readToEnd().getLast().type()).isEqualTo("run_finish");
    }
  }

  /** Raises the error of PostgreSQL when it cannot extend a table. */
  private void fill() throws SQLException {
    sql(
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
            + " 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$");
    sql(
        "CREATE TRIGGER no_room BEFORE INSERT ON awaken_message FOR EACH ROW EXECUTE FUNCTION"
            + " no_room()");
  }

  private void makeRoom() throws SQLException {
    sql("DROP TRIGGER no_room ON awaken_message");
    sql("DROP FUNCTION no_room");
  }

  private void sql(String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(postgres.url());
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
