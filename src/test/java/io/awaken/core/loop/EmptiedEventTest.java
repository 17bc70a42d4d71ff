package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.AgentEvent.TextDelta;
import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A plugin that removes required content from an event. */
class EmptiedEventTest {

  @Test
  @Rows(81)
  void theEventStaysUnchangedAndTheRunContinues() {
    var empties =
        new TestPlugin(
            "empties",
            parts ->
                parts.onEvent(
                    (run, tagged) ->
                        tagged.event() instanceof TextDelta
                            ? tagged.with(new TextDelta(null))
                            : tagged));
    var model = new RecordingModel(Script.builder().says("hello"));
    var node = new TestNode(model, UnaryOperator.identity(), List.of(empties));

    var run = node.run("t", "go");

    assertThat(run.termination()).isInstanceOf(TerminationReason.NaturalEnd.class);
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.Delta.class::isInstance)
        .containsExactly(new TextDelta(run.runId() + "-1", "hello"));
  }
}
