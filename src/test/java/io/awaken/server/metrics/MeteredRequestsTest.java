package io.awaken.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeteredRequestsTest {

  private final RuntimeMetrics metrics = new RuntimeMetrics();
  private final AtomicLong nanos = new AtomicLong();
  private final MeteredRequests requests = new MeteredRequests(metrics, nanos::get);

  @Test
  void aRequestIsCountedByRouteMethodAndStatusAndItsTimeByRouteAndMethod() throws IOException {
    var begun = requests.begin();
    nanos.addAndGet(250_000_000);
    begun.answered("/v1/threads/{id}", "GET", 404, false);

    assertThat(scraped())
        .contains(
            "awaken_http_requests_total{method=\"GET\",route=\"/v1/threads/{id}\",status=\"404\"}"
                + " 1.0",
            "awaken_http_request_duration_seconds_sum{method=\"GET\",route=\"/v1/threads/{id}\"}"
                + " 0.25");
  }

  @Test
  void aStreamIsCountedButNotItsLength() throws IOException {
    requests.begin().answered("/v1/runs", "POST", 200, true);

    assertThat(scraped())
        .contains(
            "awaken_http_requests_total{method=\"POST\",route=\"/v1/runs\",status=\"200\"} 1.0")
        .doesNotContain("awaken_http_request_duration_seconds_count{method=\"POST\"");
  }

  private String scraped() throws IOException {
    var out = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.builder()
        .setIncludeCreatedTimestamps(false)
        .build()
        .write(out, metrics.scrape());
    return out.toString(StandardCharsets.UTF_8);
  }
}
