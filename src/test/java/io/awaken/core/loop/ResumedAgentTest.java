package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.store.run.CallState;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A taken-over run continues with the agent that was at work. */
@Rows({54, 201, 202})
class ResumedAgentTest {

  private static final UnaryOperator<AgentSpec> DESK =
      agent -> agent.toBuilder().systemPrompt("desk").build();
  private static final ActiveAgent EXPERT =
      new ActiveAgent(
          null, new ActiveAgent.Overlay("v", "expert", null, null, Set.of("forbidden")));

  private final List<String> called = new ArrayList<>();

  private static ScriptBuilder calls(int times, String tool) {
    var script = Script.builder();
    for (int i = 0; i < times; i++) {
      script.calls(tool, Map.of("value", "x"));
    }
    return script.says("done");
  }

  private static Plugin handsOver(Phase phase) {
    return new TestPlugin(
        "hands-over",
        registrar ->
            registrar.registerPhaseHook(
                phase, context -> StateCommand.none().update(RuntimeKeys.ACTIVE_AGENT, EXPERT)));
  }

  private Plugin watching() {
    return new TestPlugin(
        "watching",
        registrar -> {
          registrar.onActivate(
              context -> {
                called.add("activate " + context.agent().systemPrompt());
                return null;
              });
          registrar.beforeAgent(
              context -> {
                called.add("before " + context.agent().systemPrompt());
                return Optional.empty();
              });
          registrar.onDeactivate(
              context -> {
                called.add("deactivate " + context.agent().systemPrompt());
                return null;
              });
        });
  }

  private RecordingModel goesOn(TestNode first, RunId run, ScriptBuilder script) {
    called.clear();
    var model = new RecordingModel(script);
    // The plugin is present, as the run needs it, but switches no more.
    var quiet = new TestPlugin("hands-over", registrar -> {});
    var second = new TestNode(first.stores, model, DESK, List.of(watching(), quiet), tools());
    second.starter.claimDue();
    second.executeAll();
    assertThat(second.record(run).finalOutput()).isEqualTo("done");
    return model;
  }

  private static FunctionTool[] tools() {
    return new FunctionTool[] {
      FunctionTool.answering("echo", "42"), FunctionTool.answering("forbidden", "for the desk only")
    };
  }

  private TestNode node(ScriptBuilder script, Plugin... more) {
    var plugins = new ArrayList<>(List.of(more));
    plugins.add(watching());
    return new TestNode(new RecordingModel(script), DESK, plugins, tools());
  }

  /** The node stops when the phase is entered for the n-th time. */
  private static void goesDown(TestNode node, Phase phase, int time) {
    var times = new int[1];
    node.whenEntering(
        phase,
        () -> {
          if (++times[0] == time) {
            node.mailbox.drain(Duration.ZERO, Duration.ZERO);
          }
        });
  }

  private static void beginsNothingMore(TestNode node) {
    Thread.ofVirtual().start(() -> node.mailbox.drain(Duration.ofMinutes(1), Duration.ZERO));
    while (!node.mailbox.draining()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aRequestedAgentThatHadNotStartedStartsOnTheNextNode() {
    var first = node(calls(1, "echo"), handsOver(Phase.STEP_END));
    var run = first.submit("t", "go");
    goesDown(first, Phase.STEP_END, 1);
    first.executeAll();
    assertThat(called).containsExactly("activate desk", "before desk");

    var model = goesOn(first, run, calls(1, "echo"));

    assertThat(model.requests()).extracting(LlmRequest::system).containsExactly("expert");
    assertThat(called)
        .containsExactly(
            "deactivate desk", "activate expert", "before expert", "deactivate expert");
  }

  @Test
  void aStartedAgentContinuesWithoutAnotherActivation() {
    var first = node(calls(2, "echo"), handsOver(Phase.STEP_END));
    var run = first.submit("t", "go");
    goesDown(first, Phase.STEP_END, 2);
    first.executeAll();
    assertThat(called).contains("activate expert");

    var model = goesOn(first, run, calls(2, "echo"));

    assertThat(model.requests()).extracting(LlmRequest::system).containsExactly("expert");
    assertThat(called).containsExactly("deactivate expert");
  }

  @Test
  void anAgentFinishesItsCallsBeforeTheNextOneTakesOver() {
    var first = node(calls(1, "forbidden"), handsOver(Phase.BEFORE_INFERENCE));
    var run = first.submit("t", "go");
    first.whenEntering(Phase.BEFORE_INFERENCE, () -> beginsNothingMore(first));
    first.executeAll();
    assertThat(first.stores.runs().calls(run))
        .extracting(CallState::status)
        .containsExactly(ToolCallStatus.NEW);

    var model = goesOn(first, run, calls(1, "forbidden"));

    assertThat(model.requests()).extracting(LlmRequest::system).containsExactly("expert");
    assertThat(model.requests().getFirst().messages().getLast().text())
        .contains("for the desk only");
  }
}
