package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.container.Operation;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.RestartablePostgres;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Stops and restarts the PostgreSQL of a server while a run executes (F15, F16): every route
 * reports the outage, and the server needs no restart.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("stops a database under a live server")
class OutageIT {

  private static final String ANSWER = Turns.words(30);

  /**
   * Routes that read no store, are for operators (this server has none), or are about MCP servers
   * or webhooks (it has none of either).
   */
  private static final Set<String> WITHOUT_STORES =
      Set.of(
          "listAgents",
          "listModules",
          "getSystemInfo",
          "listJobs",
          "summarizeRuns",
          "testProvider",
          "listProviderModels",
          "approveTool",
          "authorizeServer",
          "grantAccess",
          "answerByToken",
          "listFailedDeliveries",
          "redriveDelivery");

  private static final String DECISION = "{\"tool_call_id\":\"c\",\"action\":\"resume\"}";

  /** Bodies for routes that validate the body before they read a store. */
  private static final Map<String, String> BODIES =
      Map.of(
          "createRun",
          "{\"agent_id\":\"quick\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}",
          "decideRun",
          DECISION,
          "decideThread",
          DECISION);

  private RestartablePostgres postgres;
  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    postgres = new RestartablePostgres();
    Workplace at = Workplace.of(getClass());
    at.documents()
        .agent("quick", 0, Turns.says("It is fine in Bern."))
        .agent(
            "speaker",
            Map.of("model_id", "speaker", "expose", "mcp"),
            200,
            Turns.asksForTheWeather("Let me look."),
            Turns.says(ANSWER))
        .agent("slow", 200, Turns.asksForTheWeather("Let me look."), Turns.says(ANSWER));
    server =
        Servers.start(at, Map.of("awaken.db.url", postgres.url(), "awaken.db.patience", "PT1S"));
    api = new Api(server.port());
  }

  @AfterAll
  void stop() throws Exception {
    if (server != null) {
      server.close();
      api.close();
    }
    postgres.close();
  }

  @Test
  @Failures({"F15", "F16"})
  void everyRouteReportsTheOutageAndEverythingContinuesAfterwards() throws Exception {
    Frame before;
    try (EventStream quick = api.run("quick")) {
      before = quick.readToEnd().getFirst();
    }
    String thread = before.field("thread_id");
    String run = before.field("run_id");
    String live;
    try (EventStream slow = api.run("slow")) {
      live = slow.until(frame -> frame.field("delta").contains("word2")).getFirst().field("run_id");
      postgres.stop();

      for (HttpResponse<String> answer : answersOf(thread, run)) {
        assertThat(answer.statusCode()).as(answer.request() + answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"store_unavailable\"");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("5");
      }
      assertThat(api.status("health")).isEqualTo(503);
      assertThat(api.status("health/live")).isEqualTo(200);
      assertThat(api.status("metrics")).isEqualTo(200);

      postgres.start();
      Conditions.await("health", () -> api.status("health") == 200);
      assertThat(api.get("v1/runs/" + run)).contains("\"status\":\"done\"");
      Conditions.await(
          "a new thread", () -> api.answer("POST", "v1/threads", "{}").statusCode() == 201);
      // The live run had to write during the outage: it continues from its last commit.
      Conditions.await(
          "the end of the live run", () -> api.get("v1/runs/" + live).contains("\"done\""));
    }
    try (EventStream replay = api.events(live)) {
      Frame end = replay.readToEnd().getLast();
      assertThat(end.json().path("termination").path("type").asText()).isEqualTo("natural_end");
      assertThat(end.json().path("result").path("response").asText()).isEqualTo(ANSWER);
    }
    try (EventStream again = api.run("quick")) {
      assertThat(again.readToEnd().getLast().type()).isEqualTo("run_finish");
    }
  }

  @Test
  @Rows(1123)
  void anMcpCallSurvivesTheOutageAndEndsOnce() throws Exception {
    try (var client = new McpCaller(null)) {
      client.begin(server.port());
      String last;
      try (EventStream call = client.call(server.port(), 1, "speaker")) {
        last = call.until(frame -> frame.id() != null).getLast().id();
        postgres.kill();
        postgres.start();
        Conditions.await("health", () -> api.status("health") == 200);
      }
      JsonNode result;
      try (EventStream rest = client.resume(server.port(), last)) {
        result = McpCaller.result(rest);
        assertThat(rest.readToEnd()).filteredOn(McpCaller::isResponse).hasSize(1);
      }
      assertThat(result.at("/result/content/0/text").asText()).isEqualTo(ANSWER);
      try (EventStream again = client.call(server.port(), 1, "speaker")) {
        assertThat(McpCaller.result(again)).isEqualTo(result);
      }
    }
  }

  private List<HttpResponse<String>> answersOf(String thread, String run) {
    return Operation.all().stream()
        .filter(operation -> !WITHOUT_STORES.contains(operation.id()))
        .map(operation -> answer(operation, operation.of(thread, run)))
        .toList();
  }

  private HttpResponse<String> answer(Operation operation, String path) {
    String body = BODIES.getOrDefault(operation.id(), operation.validBody());
    try {
      return api.answer(operation.method(), path.substring(1), body);
    } catch (Exception e) {
      throw new AssertionError(operation.id(), e);
    }
  }
}
