package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Rows;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Quotas of callers and tenants that a server's settings define. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts its own server")
class RunQuotaIT {

  private static final String RUN =
      "{\"agent_id\":\"slow\",\"background\":true,"
          + "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Tokens tokens = new Tokens();
  private ServerProcess server;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("slow", 500, Turns.says(Turns.words(200)));
    Map<String, String> settings = new HashMap<>(tokens.settings(at.folder()));
    settings.put("awaken.quota.live-runs", "1");
    settings.put("awaken.quota.live-runs.tenant", "2");
    settings.put("awaken.http.requests-per-second", "50");
    server = Servers.start(at, settings);
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Api of(String tenant, String subject) {
    return new Api(server.port(), tokens.good(tenant, subject, "clerk"));
  }

  @Test
  @Attacks("S33")
  @Rows({1162, 1167})
  void aCallerAtItsRunQuotaIsRefusedUntilARunEnds() throws Exception {
    try (Api ada = of("acme", "ada");
        Api ben = of("acme", "ben");
        Api cid = of("acme", "cid");
        Api eve = of("other", "eve")) {
      JsonNode first = JSON.readTree(submit(ada, 202).body());
      assertRefused(submit(ada, 429), "awaken.quota.live-runs", "1");
      submit(ben, 202);
      assertRefused(submit(cid, 429), "awaken.quota.live-runs.tenant", "2");
      submit(eve, 202);

      String run = first.path("run_id").asText();
      assertThat(ada.answer("POST", "v1/runs/" + run + "/cancel", "").statusCode()).isLessThan(300);
      long until = System.nanoTime() + TIMEOUT.toNanos();
      HttpResponse<String> again;
      do {
        again = ada.answer("POST", "v1/runs", RUN);
      } while (again.statusCode() == 429 && System.nanoTime() < until);
      assertThat(again.statusCode()).as(again.body()).isEqualTo(202);
    }
  }

  @Test
  @Attacks("S33")
  @Rows(1165)
  void requestsAboveTheRateLimitAreRefused() throws Exception {
    try (Api dan = of("third", "dan");
        Api eve = of("third", "eve")) {
      int refused = 0;
      for (int i = 0; i < 400 && refused == 0; i += 100) {
        var answers = new ArrayList<CompletableFuture<HttpResponse<String>>>();
        for (int j = 0; j < 100; j++) {
          answers.add(dan.answerLater("POST", "v1/threads", "{}"));
        }
        for (var answer : answers) {
          HttpResponse<String> response = answer.get();
          assertThat(response.statusCode()).as(response.body()).isIn(201, 429);
          if (response.statusCode() == 429) {
            refused++;
            assertThat(response.body()).contains("\"too_many_requests\"");
            assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
          }
        }
      }
      assertThat(refused).isPositive();
      assertThat(eve.status("v1/agents")).isEqualTo(200);
    }
  }

  private static HttpResponse<String> submit(Api api, int expected) throws Exception {
    HttpResponse<String> answer = api.answer("POST", "v1/runs", RUN);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(expected);
    return answer;
  }

  private static void assertRefused(HttpResponse<String> answer, String quota, String limit)
      throws Exception {
    assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
    JsonNode body = JSON.readTree(answer.body());
    assertThat(body.path("code").asText()).isEqualTo("too_many_live_runs");
    assertThat(body.path("details").path("quota").asText()).isEqualTo(quota);
    assertThat(body.path("details").path("limit").asText()).isEqualTo(limit);
  }
}
