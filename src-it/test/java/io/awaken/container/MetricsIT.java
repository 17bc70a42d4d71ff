package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.DocumentedMetrics;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * After a run with a tool, one whose model stays overloaded through all retries, and one that fails
 * immediately, a scrape contains every documented metric.
 */
@Rows(229)
class MetricsIT extends BuiltArchiveTest {

  /** The expected increments after all runs. */
  private static final Map<String, Double> ADDED =
      Map.of(
          "awaken_runs_total{outcome=\"natural_end\"}", 2.0,
          "awaken_runs_total{outcome=\"error\"}", 2.0,
          "awaken_tool_calls_total{outcome=\"succeeded\"}", 2.0,
          "awaken_inference_cost_total{currency=\"USD\"}", 0.0005,
          "awaken_model_retries_total{kind=\"overloaded\",next=\"same_model\"}", 2.0,
          "awaken_run_duration_seconds_count", 4.0,
          "awaken_mailbox_dispatch_signal_pulled_total", 4.0,
          "awaken_mailbox_dispatch_enqueue_to_start_seconds_count", 4.0,
          "awaken_mailbox_dispatch_claim_to_start_seconds_count", 4.0);

  private static String ending(List<Frame> frames) {
    return frames.getLast().data().at("/termination/type").asText();
  }

  /** Returns 0 if the sample is missing. */
  private static double value(String scrape, String sample) {
    return scrape
        .lines()
        .filter(line -> line.startsWith(sample + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
        .sum();
  }

  @Test
  void everyDocumentedMetricIsServedWithItsLabelsAndNoOther() throws Exception {
    String before = api.get("/metrics").text();
    assertThat(ending(run(asking("reporter", "How is Bern?")))).isEqualTo("natural_end");
    assertThat(ending(run(asking("priced", "How much?")))).isEqualTo("natural_end");
    assertThat(ending(run(asking("patient", "Are you there?")))).isEqualTo("error");
    assertThat(ending(run(asking("failing", "How is Bern?")))).isEqualTo("error");
    api.get("/v1/agents");
    api.get("/v1/threads");

    String scrape = api.get("/metrics").text();

    DocumentedMetrics documented = DocumentedMetrics.read();
    assertThat(DocumentedMetrics.named(scrape)).isEqualTo(documented.names());
    for (String name : documented.names()) {
      assertThat(DocumentedMetrics.samples(scrape, name))
          .as(name)
          .isNotEmpty()
          .containsOnly(documented.labels(name));
    }
    ADDED.forEach(
        (sample, added) ->
            assertThat(value(scrape, sample) - value(before, sample)).as(sample).isEqualTo(added));
  }
}
