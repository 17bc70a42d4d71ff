package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** trpc, recipe 2: OnEvent tags every event. */
@Rows(81)
class EventTagTest {

  private final SampleNode sample =
      new SampleNode(Script.builder().says("Hello there"), new EventTag("team:search"));

  @Test
  void everyEventThatGoesOutHasTheTag() {
    sample.node.run("t", "hi");

    assertThat(sample.node.sinks.published())
        .isNotEmpty()
        .allMatch(event -> event.tags().equals(Set.of("team:search")));
  }

  @Test
  void soHasEveryEventThatIsRepeatedFromTheLog() {
    var run = sample.node.run("t", "hi");

    assertThat(sample.node.stores.log().read(run.runId(), 0, 100))
        .isNotEmpty()
        .flatMap(segment -> segment.eventsAfter(0))
        .allMatch(event -> event.tags().equals(Set.of("team:search")));
  }
}
