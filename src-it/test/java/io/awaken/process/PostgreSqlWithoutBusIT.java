package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Two servers on one database with {@code awaken.bus=off}: no notification reaches the other node,
 * and everything still happens, one poll or renewal later. The second node executes one run at a
 * time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(named = "arquillian.launch", matches = "wildfly")
@Failures("F52")
@Nightly("starts two servers")
class PostgreSqlWithoutBusIT {

  @AutoClose private final PostgreSql postgres = new PostgreSql();
  private ServerProcess first;
  private ServerProcess second;
  private Api roomy;
  private Api narrow;

  @BeforeAll
  void startTwo() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("slow", 100, Turns.says(Turns.words(300)));
    Map<String, String> settings = new HashMap<>(postgres.settings());
    settings.put("awaken.bus", "off");
    first = Servers.start(at, settings);
    settings.put("awaken.runs.max", "1");
    second = Servers.start(at, settings);
    roomy = new Api(first.port());
    narrow = new Api(second.port());
  }

  @AfterAll
  void stop() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {roomy, narrow, first, second}) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** A run releases its slot shortly after its end is published. */
  @BeforeEach
  void awaitRoom() throws Exception {
    Conditions.await(
        "room for a run", () -> narrow.get("metrics").contains("\nawaken_active_runs 0"));
  }

  @Test
  void aCancellationOnTheOtherNodeArrivesWithTheNextRenewal() throws Exception {
    try (EventStream here = narrow.run("slow")) {
      String run = here.until(frame -> frame.is("run_start")).getFirst().field("run_id");
      here.until(frame -> frame.field("delta").contains("word3"));

      assertThat(roomy.answer("POST", "v1/runs/" + run + "/cancel", "").statusCode())
          .isEqualTo(202);

      List<Frame> received = here.until(frame -> frame.is("run_finish"));
      assertThat(received.getLast().json().at("/termination/type").asText()).isEqualTo("cancelled");
      // Long before the run would have ended by itself.
      assertThat(received).noneMatch(frame -> frame.field("delta").contains("word200"));
    }
  }

  @Test
  void aRunSubmittedToAFullNodeStartsOnTheOtherAtItsNextPoll() throws Exception {
    try (EventStream here = narrow.run("slow")) {
      String run = here.until(frame -> frame.is("run_start")).getFirst().field("run_id");
      String body =
          "{\"agent_id\":\"slow\",\"background\":true,"
              + "\"messages\":[{\"role\":\"user\",\"content\":\"And here?\"}]}";
      var accepted = narrow.answer("POST", "v1/runs", body);
      assertThat(accepted.statusCode()).as(accepted.body()).isEqualTo(202);
      JsonNode next = AskedRun.json(accepted);
      assertThat(next.path("status").asText()).isEqualTo("queued");

      String nextRun = "v1/runs/" + next.path("run_id").asText();
      Conditions.await(
          "the start on the other node", () -> roomy.get(nextRun).contains("\"running\""));
      assertThat(roomy.get("v1/runs/" + run)).contains("\"running\"");
      for (String each : List.of(nextRun, "v1/runs/" + run)) {
        assertThat(roomy.answer("POST", each + "/cancel", "").statusCode()).isEqualTo(202);
      }
      here.until(frame -> frame.is("run_finish"));
    }
  }
}
