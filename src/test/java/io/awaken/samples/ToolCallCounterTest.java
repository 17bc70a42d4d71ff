package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.plugin.PluginRegistration;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateStore;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The counter plugin of the book: a state key. */
@Rows({41, 42, 73})
class ToolCallCounterTest {

  private final TestNode node =
      new TestNode(
          new ScriptedModel(
              Script.builder()
                  .calls("search", Map.of("value", "x"))
                  .andCalls("search", Map.of("value", "y"))
                  .says("done")
                  .repeating()
                  .build()),
          UnaryOperator.<AgentSpec>identity(),
          List.of(new ToolCallCounter()),
          FunctionTool.answering("search", "42"));

  private int counted() {
    PhaseContext last = node.phases.getLast();
    assertThat(last.phase()).isEqualTo(Phase.RUN_END);
    return last.state().getOrInitial(ToolCallCounter.CALLS);
  }

  @Test
  void everyCallCounts() {
    node.run("t", "go");

    assertThat(counted()).isEqualTo(2);
  }

  @Test
  @Rows(43)
  void theNextRunOfTheThreadGoesOnCounting() {
    node.run("t", "go");
    node.run("t", "again");

    assertThat(counted()).isEqualTo(4);
  }

  @Test
  @Rows(43)
  void anotherThreadCountsForItself() {
    node.run("t", "go");
    node.run("another", "go");

    assertThat(counted()).isEqualTo(2);
  }

  @Test
  @Rows(77)
  void aSecondCounterInOneRuntimeIsRefused() {
    var keys = List.copyOf(PluginRegistration.of(new ToolCallCounter()).keys().values());
    var state = new StateStore(List.of());
    state.install("tool-call-counter", keys);

    assertThatThrownBy(() -> state.install("tool-call-counter", keys))
        .isInstanceOfSatisfying(
            StateException.class,
            e ->
                assertThat(e.error())
                    .isEqualTo(new StateError.PluginAlreadyInstalled("tool-call-counter")));
  }
}
