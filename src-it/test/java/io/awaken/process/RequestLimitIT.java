package io.awaken.process;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.Operation;
import io.awaken.fixture.Nightly;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server that processes one request at a time; other requests wait only briefly. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts its own server")
class RequestLimitIT {

  private static final String TAKEN = "\nawaken_http_requests_in_flight 1";

  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("Hello."));
    server =
        Servers.start(
            at, Map.of("awaken.http.max-requests", "1", "awaken.http.max-wait", "PT0.2S"));
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
  void aRequestThatGetsNoSlotInTimeIsRefusedOnEveryRouteAndServedOnceASlotIsFree()
      throws Exception {
    String body = "{\"title\":\"slow\"}";
    try (var slow = new Socket("127.0.0.1", server.port())) {
      String head =
          "POST /v1/threads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\nConnection: close\r\n\r\n";
      slow.getOutputStream().write((head + body.charAt(0)).getBytes(US_ASCII));
      slow.getOutputStream().flush();
      Conditions.await("the slot to be occupied", () -> api.get("metrics").contains(TAKEN));

      for (Operation operation : Operation.all()) {
        HttpResponse<String> answer =
            api.answer(
                operation.method(), operation.missingPath().substring(1), operation.validBody());

        assertThat(answer.statusCode()).as(operation + answer.body()).isEqualTo(503);
        assertThat(answer.body()).contains("\"code\":\"unavailable\"");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
      }
      assertThat(api.status("health")).isEqualTo(200);

      slow.getOutputStream().write(body.substring(1).getBytes(US_ASCII));
      slow.getOutputStream().flush();
      var answer = new BufferedReader(new InputStreamReader(slow.getInputStream(), US_ASCII));
      assertThat(answer.readLine()).contains("201");
    }
    Conditions.await("the slot to be free", () -> !api.get("metrics").contains(TAKEN));
    assertThat(api.status("v1/agents")).isEqualTo(200);
  }
}
