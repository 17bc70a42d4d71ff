package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.builtin.handoff.HandoffPlugin;
import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.AskedRun;
import io.awaken.fixture.Failures;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Registries;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A successor of a run's agent has the version of the run's start (F13). */
@Rows(203)
@Failures("F13")
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PinnedHandoffTest {

  private final WaitingRun run = new WaitingRun();
  private final RecordingModel first = asking();
  private final RecordingModel second = asking();

  private static RecordingModel asking() {
    return new RecordingModel(Script.builder().calls("echo", Map.of("value", "x")).says("done"));
  }

  private static AgentSpec agent(String prompt) {
    return AgentSpec.builder("a", "m").systemPrompt(prompt).build();
  }

  private Registries registry(AgentSpec... agents) {
    return Registries.with(agents)
        .models(first, second)
        .injected(new LoopActionsPlugin())
        .global(AskedRun.gate("asks", List.of("echo"), ticket -> ticket))
        .tools(FunctionTool.answering("echo", "42"));
  }

  @Test
  void aDeclaredSuccessorTakesOverInItsPinnedVersion() {
    var section = JsonNodeFactory.instance.objectNode();
    section.putArray("agents").add("b");
    AgentSpec a =
        agent("old").toBuilder().plugins(HandoffPlugin.NAME).section("handoff", section).build();
    var desk =
        new RecordingModel(
            Script.builder()
                .calls("echo", Map.of("value", "x"))
                .calls("agent_handoff", Map.of("agent", "b")));
    var expert = RecordingModel.turns(Script.builder().says("done"));
    run.begin(
        registry(a, AgentSpec.builder("b", "m2").systemPrompt("expert").build())
            .models(desk, expert)
            .named(new HandoffPlugin()));

    run.goOn(
        registry(agent("new"), AgentSpec.builder("b", "m").systemPrompt("x").build())
            .models(desk, expert)
            .named(new HandoffPlugin()));

    run.assertDone();
    assertThat(expert.requests()).hasSize(1);
    assertThat(expert.requests().getFirst().system()).isEqualTo("expert");
  }

  @Test
  void anUndeclaredAgentContinuesUnlessItHasChanged() {
    AgentSpec a = agent("old");
    AgentSpec b = AgentSpec.builder("b", "m2").systemPrompt("expert").build();
    run.begin(registry(a, b).global(handsOver()));

    run.goOn(registry(agent("new"), b).global(handsOver()));

    run.assertDone();
    assertThat(second.requests()).hasSize(2);

    run.begin(registry(a, b).global(handsOver()));
    run.goOn(registry(a, b.withSystemPrompt("another")).global(handsOver()));

    run.assertUnavailable(
        "agent b has changed since it took over, and no document of the run's own agent names it");
  }

  private static Plugin handsOver() {
    return new TestPlugin(
        "hands-over",
        registrar ->
            registrar.registerPhaseHook(
                Phase.RUN_START,
                context ->
                    StateCommand.none()
                        .update(RuntimeKeys.ACTIVE_AGENT, new ActiveAgent("b", null))));
  }
}
