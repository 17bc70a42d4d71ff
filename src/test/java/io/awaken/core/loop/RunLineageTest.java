package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.ThreadId;
import io.awaken.core.state.Phase;
import io.awaken.core.state.profile.StateScope;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RunLineageTest {

  private static final Caller ANN = new Caller("default", "ann", Set.of());

  @Test
  @Rows({59, 116})
  void hooksToolsAndEventsHaveTheLineageOfARun() {
    var asked = new ArrayList<RunIdentity>();
    var echo =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              asked.add(context.run());
              return ToolResult.success("echo", arguments);
            });
    var model =
        new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
    var node = new TestNode(model, UnaryOperator.identity(), echo);
    var above = node.stores.threads().create(new ThreadId("above"), ANN, null, null, null).id();
    var below = node.stores.threads().create(new ThreadId("below"), ANN, null, null, above).id();

    node.service.submit(
        TestNode.request("below", "go")
            .by(ANN)
            .by(Delivery.USUAL.from(RunOrigin.A2A, "remote-agent")));
    node.executeAll();

    var hook = node.phases.getFirst().hook();
    assertThat(asked).singleElement().isEqualTo(hook.run());
    assertThat(hook.run().threadId()).isEqualTo(below);
    assertThat(hook.run().parentThreadId()).isEqualTo(above);
    assertThat(hook.run().parentRunId()).isNull();
    assertThat(hook.run().origin()).isEqualTo(RunOrigin.A2A);
    assertThat(hook.run().sender()).isEqualTo("remote-agent");
    assertThat(StateScope.parentThread(hook.run().parentThreadId().value()).text())
        .isEqualTo("parent_thread::above");
    assertThat(hook.messages()).extracting(Message::sender).containsExactly("ann");
    String run = hook.run().runId().value();
    assertThat(node.sinks.events())
        .startsWith(
            new AgentEvent.RunStart(
                "below", run, "above", null, RunOrigin.A2A, "remote-agent", null));
    assertThat(node.phaseNames()).contains(Phase.RUN_START);
  }

  @Test
  @Rows(170)
  void everyPieceOfTextNamesTheMessageThatItIsStoredAs() {
    var model = new RecordingModel(Script.builder().says("two words"));
    var node = new TestNode(model, UnaryOperator.identity());

    node.run("t", "go");

    String answer = node.stores.threads().history(new ThreadId("t")).getLast().id();
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.TextDelta.class::isInstance)
        .extracting(event -> ((AgentEvent.TextDelta) event).messageId())
        .isNotEmpty()
        .isSubsetOf(List.of(answer));
  }
}
