package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Nightly;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Quotas by client address, with the default limits, on a server that allows anonymous callers
 * behind a trusted proxy on the same machine.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts its own server")
class AddressQuotaIT {

  /** The default of {@code awaken.http.submits-per-minute.anonymous}. */
  private static final int SUBMITS = 60;

  /** The default of {@code awaken.stream.per-address}. */
  private static final int STREAMS = 20;

  /** Above the quota even on a machine that takes a minute to send them. */
  private static final int BURST = 150;

  private static final String RUN =
      "{\"agent_id\":\"%s\",\"background\":true,"
          + "\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

  private static final String FORWARDED = "X-Forwarded-For";

  private static final ObjectMapper JSON = new ObjectMapper();

  private ServerProcess server;
  private String own;

  @BeforeAll
  void start() throws Exception {
    List<String> addresses = OwnAddresses.beyondLoopback();
    assumeTrue(!addresses.isEmpty(), "this machine has only loopback addresses");
    own = addresses.getFirst();
    Workplace at = Workplace.of(getClass());
    at.documents()
        .agent("quick", 0, Turns.says("Hello."))
        .agent("slow", 500, Turns.says(Turns.words(200)));
    server =
        Servers.start(
            at,
            Map.of(
                "awaken.http.host",
                "0.0.0.0",
                "awaken.http.hosts",
                own,
                "awaken.security.anonymous",
                "true",
                "awaken.http.trusted-proxies",
                "127.0.0.1"));
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  @Attacks({"S33", "S56"})
  void aForgedForwardedHeaderDoesNotRaiseTheQuotaOfAnAddress() throws Exception {
    try (Api first = other().with(FORWARDED, "203.0.113.1");
        Api second = other().with(FORWARDED, "203.0.113.2");
        Api here = new Api(server.port())) {
      assertRefusedOverTheQuota(first, second);

      assertThat(second.status("v1/agents")).isEqualTo(200);
      assertThat(submit(here).get().statusCode()).isEqualTo(202);
    }
  }

  @Test
  @Attacks({"S33", "S56"})
  void clientsBehindATrustedProxyHaveSeparateQuotas() throws Exception {
    try (Api first = new Api(server.port()).with(FORWARDED, "198.51.100.1");
        Api second = new Api(server.port()).with(FORWARDED, "198.51.100.2")) {
      assertRefusedOverTheQuota(first);

      assertThat(submit(second).get().statusCode()).isEqualTo(202);
    }
  }

  /** A client that connects from a non-loopback address of this machine. */
  private Api other() {
    return new Api(own, server.port(), null);
  }

  /**
   * @param clients share one quota
   */
  private static void assertRefusedOverTheQuota(Api... clients) throws Exception {
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < BURST; i++) {
      answers.add(submit(clients[i % clients.length]));
    }
    List<HttpResponse<String>> refused = new ArrayList<>();
    for (var answer : answers) {
      HttpResponse<String> response = answer.get();
      assertThat(response.statusCode()).as(response.body()).isIn(202, 429);
      if (response.statusCode() == 429) {
        refused.add(response);
      }
    }
    assertThat(refused)
        .hasSizeBetween(1, BURST - SUBMITS)
        .allSatisfy(
            response -> {
              assertThat(response.body()).contains("\"too_many_submits\"", SUBMITS + " requests");
              assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
            });
  }

  private static CompletableFuture<HttpResponse<String>> submit(Api api) {
    return api.answerLater("POST", "v1/runs", RUN.formatted("quick"));
  }

  @Test
  @Attacks("S31")
  void aRemoteAddressMayOpenTwentyStreams() throws Exception {
    List<EventStream> open = new ArrayList<>();
    try (Api here = new Api(server.port());
        Api other = other()) {
      var submitted = here.answer("POST", "v1/runs", RUN.formatted("slow"));
      String run = JSON.readTree(submitted.body()).path("run_id").asText();
      for (int i = 0; i < STREAMS; i++) {
        open.add(other.events(run));
      }

      assertThat(other.status("v1/runs/" + run + "/events/stream")).isEqualTo(429);
      assertThat(other.status("v1/runs/" + run)).isEqualTo(200);
      open.add(here.events(run));
      assertThat(here.answer("POST", "v1/runs/" + run + "/cancel", "").statusCode())
          .isLessThan(300);
      for (EventStream stream : open) {
        assertThat(stream.readToEnd().getLast().type()).isEqualTo("run_finish");
      }
    } finally {
      for (EventStream stream : open) {
        stream.close();
      }
    }
  }
}
