package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A job that cannot be parsed becomes a dead letter; once repaired, it can be redriven. */
@Rows({190, 230})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts a database and a server")
class DeadLetterIT {

  private static final ObjectMapper JSON = new ObjectMapper();

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
  void stop() {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  @Test
  @Failures("F36")
  void aRedrivenDeadLetterStartsANewRun() throws Exception {
    String thread = read(api.answer("POST", "v1/threads", "{}"), 201).get("id").asText();
    String mailbox = "v1/threads/" + thread + "/mailbox";
    String push = "{\"agent_id\":\"quick\",\"payload\":\"How is Bern?\",\"delay_ms\":600000}";
    JsonNode pushed = read(api.answer("POST", mailbox, push), 201);
    String job = pushed.get("job_id").asText();
    String redrive = mailbox + "/" + job + "/redrive";
    change(
        "UPDATE awaken_job SET input = 'x' || input, available_at = created_at WHERE job_id = ?",
        job);
    Conditions.await(
        "the dead letter",
        () -> read(api.get(mailbox + "?status=dead_letter")).get("total").asInt() == 1);

    HttpResponse<String> refused = api.answer("POST", redrive, "");
    assertThat(refused.statusCode()).isEqualTo(409);
    assertThat(refused.body()).contains("\"code\":\"no_input\"");

    change("UPDATE awaken_job SET input = substr(input, 2) WHERE job_id = ?", job);
    JsonNode again = read(api.answer("POST", redrive, ""), 202);

    assertThat(again.get("thread_id").asText()).isEqualTo(thread);
    assertThat(again.get("job_id").asText()).isNotEqualTo(job);
    assertThat(again.get("run_id")).isNotEqualTo(pushed.get("run_id"));
    String run = "v1/runs/" + again.get("run_id").asText();
    Conditions.await(
        "the run's end", () -> read(api.get(run)).get("status").asText().equals("done"));
    assertThat(read(api.get(run)).get("final_output").asText()).isEqualTo("It is fine in Bern.");
    String given = "v1/runs/" + pushed.get("run_id").asText();
    assertThat(read(api.get(given)).get("termination_code").asText()).isEqualTo("error");
    assertThat(read(api.get(mailbox + "?status=superseded")).at("/items/0/job_id").asText())
        .isEqualTo(job);
    assertThat(api.answer("POST", redrive, "").body()).contains("\"code\":\"not_dead\"");
  }

  private static JsonNode read(HttpResponse<String> answer, int status) throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return read(answer.body());
  }

  private static JsonNode read(String json) throws Exception {
    return JSON.readTree(json);
  }

  private void change(String what, String job) throws SQLException {
    try (Connection connection = DriverManager.getConnection(postgres.url());
        PreparedStatement statement = connection.prepareStatement(what)) {
      statement.setString(1, job);
      assertThat(statement.executeUpdate()).isOne();
    }
  }
}
