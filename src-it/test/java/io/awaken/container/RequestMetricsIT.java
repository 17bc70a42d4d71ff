package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.HttpMethod;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

class RequestMetricsIT extends BuiltArchiveTest {

  private static final String COUNTED =
      "awaken_http_requests_total{method=\"%s\",route=\"%s\",status=\"%d\"}";

  @Test
  void requestsAreCountedByTheDeclaredRouteNotByThePathSent() {
    api.get("/v1/threads/nobodys");
    api.get("/v1/nobodys-route");
    api.get("/v1/agents?access_token=secret");
    api.send("NOBODYS", "/v1/threads", BodyPublishers.noBody());

    assertThat(api.get("/metrics").text())
        .contains(
            COUNTED.formatted(HttpMethod.GET, "/v1/threads/{id}", 404),
            COUNTED.formatted(HttpMethod.GET, "unmatched", 404),
            COUNTED.formatted(HttpMethod.GET, "unmatched", 400),
            COUNTED.formatted("other", "unmatched", 405),
            "awaken_http_request_duration_seconds_count{method=\"GET\",route=\"/v1/threads/{id}\"}")
        .doesNotContainIgnoringCase("nobodys");
  }
}
