package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.DocumentedMetrics;
import io.awaken.fixture.Rows;
import io.awaken.process.Documents;
import io.awaken.process.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * After a run with a tool and one that failed, a scrape has whatever the documentation promises.
 */
@Rows(229)
class MetricsIT extends ApiContainerTest {

  @Deployment
  static WebArchive archive() throws IOException {
    var documents = new Documents(Files.createTempDirectory(Path.of("target"), "documents"));
    documents.agent(
        "reporter", 0, Turns.asksForTheWeather("Let me look."), Turns.says("It is fine in Bern."));
    // Its model is asked once more than it has answers.
    documents.agent("failing", 0, Turns.asksForTheWeather("Let me look."));
    return AwakenArchive.with(documents);
  }

  private static String ending(List<Frame> frames) {
    return frames.getLast().data().at("/termination/type").asText();
  }

  @Test
  void everyMetricOfTheDocumentationIsThereWithItsLabelsAndNoOther() throws Exception {
    assertThat(ending(run(asking("reporter", "How is Bern?")))).isEqualTo("natural_end");
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
    assertThat(scrape)
        .contains(
            "awaken_runs_total{outcome=\"natural_end\"} 1.0",
            "awaken_runs_total{outcome=\"error\"} 1.0",
            "awaken_tool_calls_total{outcome=\"succeeded\"} 2.0",
            "awaken_run_duration_seconds_count 2",
            "awaken_mailbox_dispatch_signal_pulled_total 2.0",
            "awaken_mailbox_dispatch_enqueue_to_start_seconds_count 2",
            "awaken_mailbox_dispatch_claim_to_start_seconds_count 2");
  }
}
