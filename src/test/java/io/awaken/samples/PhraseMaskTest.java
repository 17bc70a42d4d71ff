package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@Rows(81)
class PhraseMaskTest {

  @Test
  void aPhraseInSeveralDeltasReachesNobody() {
    var sample =
        new SampleNode(
            Script.builder().says("It is called blue moon by us."), new PhraseMask("blue moon"));
    var run = sample.node.run("t", "what?");

    String text = "It is called *** by us.";
    assertThat(run.finalOutput()).isEqualTo(text);
    assertThat(sample.node.stores.threads().history(new ThreadId("t")).getLast().text())
        .isEqualTo(text);
    assertThat(
            sample.node.sinks.events().stream()
                .filter(AgentEvent.TextDelta.class::isInstance)
                .map(event -> ((AgentEvent.TextDelta) event).delta())
                .collect(Collectors.joining()))
        .isEqualTo(text);
  }
}
