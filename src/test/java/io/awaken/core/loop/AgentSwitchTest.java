package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A run switches to another agent at a step's boundary. */
@Rows({54, 201, 202, 203})
class AgentSwitchTest {

  private static final UnaryOperator<AgentSpec> PROMPTED =
      agent -> agent.toBuilder().systemPrompt("I am the desk.").build();

  private final RecordingModel model =
      new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));

  private static Plugin handsOver(Phase phase, ActiveAgent to) {
    return new TestPlugin(
        "hands-over",
        registrar ->
            registrar.registerPhaseHook(
                phase, context -> StateCommand.none().update(RuntimeKeys.ACTIVE_AGENT, to)));
  }

  private static ActiveAgent variant(String prompt, Set<String> excluded) {
    return new ActiveAgent(null, new ActiveAgent.Overlay("v", prompt, null, null, excluded));
  }

  private TestNode node(Plugin... plugins) {
    return new TestNode(model, PROMPTED, List.of(plugins), FunctionTool.answering("echo", "42"));
  }

  @Test
  void aVariantTakesOverAtTheNextStepWithTheSameHistory() {
    var node = node(handsOver(Phase.STEP_END, variant("I am the expert.", Set.of("echo"))));

    node.run("t", "go");

    assertThat(model.requests())
        .extracting(LlmRequest::system)
        .containsExactly("I am the desk.", "I am the expert.");
    assertThat(model.requests().get(0).tools()).hasSize(1);
    assertThat(model.requests().get(1).tools()).isEmpty();
    assertThat(model.requests().get(1).messages())
        .extracting(Message::text)
        .containsExactly("go", "", "42");
  }

  @Test
  void aVariantAskedForAtTheStartOfTheRunSpeaksFirst() {
    node(handsOver(Phase.RUN_START, variant("I am the expert.", null))).run("t", "go");

    assertThat(model.requests().getFirst().system()).isEqualTo("I am the expert.");
  }

  @Test
  void theThreadStaysWithTheAgentThatTookOver() {
    var node = node(handsOver(Phase.RUN_END, variant("I am the expert.", null)));
    node.run("t", "one");
    int before = model.requests().size();

    node.run("t", "two");

    assertThat(model.requests().get(before).system()).isEqualTo("I am the expert.");
  }

  @Test
  void switchingToAnUnknownAgentChangesNothingAndPublishesAnError() {
    var node = node(handsOver(Phase.STEP_END, new ActiveAgent("nobody", null)));

    var run = node.run("t", "go");

    assertThat(run.finalOutput()).isEqualTo("done");
    assertThat(model.requests().get(1).system()).isEqualTo("I am the desk.");
    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.Error.class::isInstance)
        .extracting(event -> ((AgentEvent.Error) event).code())
        .contains("agent_unresolved");
    assertThat(node.stores.threads().history(new ThreadId("t"))).hasSize(4);
  }

  @Test
  void theLogNamesAnAgentThatTookOverAndTakesNoInstructionsOfClients() {
    var expert = new RecordingModel(Script.builder().says("done"));
    AgentSpec refusing =
        AgentSpec.builder("b", "m2")
            .systemPrompt("I am the expert.")
            .clientInstructions(false)
            .build();
    var node =
        new TestNode(
            TestNode.inMemory(),
            Registries.with(AgentSpec.of("a", "m"), refusing)
                .models(model, expert)
                .tools(FunctionTool.answering("echo", "42"))
                .global(handsOver(Phase.STEP_END, new ActiveAgent("b", null)))
                .snapshot());

    try (var log = new CapturedLog(AgentSwitch.class)) {
      node.service.submit(
          TestNode.request("t", "go").with(new ClientInput("Be brief.", null, false)));
      node.executeAll();

      assertThat(model.requests().getFirst().system()).contains("Be brief.");
      assertThat(expert.requests().getFirst().system()).isEqualTo("I am the expert.");
      assertThat(log.warnings())
          .filteredOn(warning -> warning.contains("continues with agent b,"))
          .singleElement()
          .asString()
          .contains("takes no instructions from clients");
    }
  }

  @Test
  void pluginsAreActivatedAndDeactivatedByARun() {
    var calls = new ArrayList<String>();
    var watching =
        new TestPlugin(
            "watching",
            registrar -> {
              registrar.onActivate(
                  context -> {
                    calls.add("activate " + context.agent().systemPrompt());
                    return null;
                  });
              registrar.onDeactivate(
                  context -> {
                    calls.add("deactivate " + context.agent().systemPrompt());
                    return null;
                  });
            });

    node(watching, handsOver(Phase.STEP_END, variant("B", null))).run("t", "go");

    assertThat(calls)
        .containsExactly(
            "activate I am the desk.", "deactivate I am the desk.", "activate B", "deactivate B");
  }
}
