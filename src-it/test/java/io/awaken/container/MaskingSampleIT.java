package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Frame;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The sample project masking. */
class MaskingSampleIT extends PluginSampleTest {

  private static final String SHOWN = "Write to [e-mail], who paid with [card] in 2030.";

  @Deployment
  static WebArchive archive() throws Exception {
    return SampleProjects.archive("masking");
  }

  @Test
  void addressesAndCardsAreMaskedInStreamMessagesAndOutput() {
    List<Frame> events = run(asking("discreet", "Whom do I write to?"));

    assertThat(deltas(events, "text_delta")).isEqualTo(SHOWN);
    assertThat(deltas(events, "reasoning_delta")).isEqualTo("They want [e-mail].");
    assertThat(events.getLast().data().at("/result/response").asText()).isEqualTo(SHOWN);
    assertThat(stored(field(events, "thread_id"))).contains(SHOWN);
    String run = api.get("/v1/runs/" + field(events, "run_id")).text();
    assertThat(run).contains(SHOWN);
    assertThat(events.toString() + run).doesNotContain("ada@example").doesNotContain("4111 1");
  }

  private static String deltas(List<Frame> events, String type) {
    return all(events, type)
        .map(delta -> delta.get("delta").asText())
        .collect(Collectors.joining());
  }
}
