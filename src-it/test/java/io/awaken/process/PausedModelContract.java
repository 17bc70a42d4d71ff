package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Runs submitted while the breaker of their model is open wait for their provider, also across a
 * kill of the server.
 */
@BesideOthers
abstract class PausedModelContract {

  private static final int RUNS = 300;
  private static final String ENDED = "\"status\":\"done\"";

  private volatile boolean down = true;

  abstract Map<String, String> database();

  @Test
  @Rows({105, 1012})
  @Failures("F34")
  void allEndNaturallyAfterAKillAndTheReturnOfTheProvider() throws Exception {
    String answer = RecordedWire.recorded("openai/text.sse");
    try (var provider =
        RawHttpServer.answering(
            call -> {
              if (down) {
                call.document("500 Internal Server Error", "", "{}");
              } else {
                call.eventStream().text(answer);
              }
            })) {
      Workplace at = Workplace.of(getClass());
      at.documents()
          .agent(
              "paused",
              Map.of("model_id", "paused", "sections", Map.of("retry", Map.of("max_retries", 0))),
              Map.of("adapter", "openai", "base_url", provider.baseUrl() + "/v1"));
      var settings = new HashMap<>(database());
      settings.put("awaken.model.breaker.cooldown", "PT5S");
      List<String> runs;
      try (ServerProcess server = Servers.start(at, settings);
          Api api = new Api(server.port())) {
        openBreaker(api);
        runs = submitAll(api);
        server.kill();
      }

      try (ServerProcess server = Servers.start(at, settings);
          Api api = new Api(server.port())) {
        openBreaker(api);
        assertThat(api.get("v1/runs/" + runs.getFirst())).doesNotContain(ENDED);
        down = false;
        for (String run : runs) {
          Conditions.await(run + " ends", () -> api.get("v1/runs/" + run).contains(ENDED));
          assertThat(api.get("v1/runs/" + run)).contains("\"natural_end\"");
        }
      }
    }
  }

  /** Runs of impatient callers fail until the breaker is open, and then without a call. */
  private static void openBreaker(Api api) throws Exception {
    Conditions.await(
        "the breaker is open",
        () -> {
          String run = submit(api, "{\"max_wait_ms\":0}");
          Conditions.await(run + " ends", () -> api.get("v1/runs/" + run).contains(ENDED));
          return api.get("v1/runs/" + run).contains("(model_unavailable)");
        });
  }

  private static List<String> submitAll(Api api) throws Exception {
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(submit(api, "{}"));
    }
    return runs;
  }

  private static String submit(Api api, String overrides) throws Exception {
    var response =
        api.answer(
            "POST",
            "v1/runs",
            "{\"agent_id\":\"paused\",\"background\":true,\"overrides\":"
                + overrides
                + ",\"messages\":[{\"role\":\"user\",\"content\":\"Hello.\"}]}");
    assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
    JsonNode accepted = AskedRun.json(response);
    return accepted.get("run_id").asText();
  }
}
