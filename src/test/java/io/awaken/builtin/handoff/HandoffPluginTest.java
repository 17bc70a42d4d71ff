package io.awaken.builtin.handoff;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.builtin.handoff.HandoffPlugin.HandoffState;
import io.awaken.builtin.handoff.HandoffPlugin.HandoffVariant;
import io.awaken.core.action.ActiveAgent;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.state.KeyScope;
import io.awaken.core.state.Phase;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateException;
import io.awaken.core.tool.ArgumentSchema;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.core.tool.ToolException;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandoffPluginTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final ActiveAgent RESEARCHER =
      new ActiveAgent(
          null,
          new ActiveAgent.Overlay("researcher", "Find and cite.", "big", Set.of("search"), null));

  private final PluginBench bench =
      PluginBench.of(new HandoffPlugin()).section("handoff", section());

  @Test
  @Rows({200, 201})
  void aRequestBecomesActiveAtTheEndOfTheStepAsAnOverlay() {
    bench.nextStep();
    bench.submit(update(HandoffAction.request("researcher")));
    assertThat(state().effectiveAgent()).isEqualTo("researcher");
    assertThat(active()).as("until the boundary").isEqualTo(ActiveAgent.OWN);

    bench.enter(Phase.STEP_END);

    assertThat(state()).isEqualTo(new HandoffState("researcher", null, true));
    assertThat(active()).isEqualTo(RESEARCHER);
  }

  @Test
  @Rows(201)
  void aRequestOfTheLastRunBecomesActiveInTheNext() {
    bench.submit(update(HandoffAction.request("researcher")));
    var next = PluginBench.of(new HandoffPlugin()).section("handoff", section());
    next.state.restore(
        KeyScope.THREAD, bench.state.persisted(KeyScope.THREAD), RestorePolicy.DEFAULT);

    next.enter(Phase.RUN_START);

    assertThat(next.read(HandoffPlugin.STATE))
        .isEqualTo(new HandoffState("researcher", null, true));
    assertThat(next.read(RuntimeKeys.ACTIVE_AGENT)).isEqualTo(RESEARCHER);
  }

  @Test
  @Rows(201)
  void activationSkipsTheRequestAndClearingLeadsBackToTheBase() {
    bench.submit(update(HandoffAction.activate("writer")));
    bench.enter(Phase.STEP_END);
    assertThat(active().overlay().name()).isEqualTo("writer");

    bench.submit(update(HandoffAction.request("researcher")));
    bench.submit(update(HandoffAction.clear()));
    assertThat(state().effectiveAgent()).isNull();
    bench.enter(Phase.STEP_END);
    assertThat(state()).isEqualTo(HandoffState.NONE);
    assertThat(active()).isEqualTo(ActiveAgent.OWN);
  }

  @Test
  @Rows({200, 203})
  void anotherNameIsTheIdOfARegisteredAgent() {
    bench.submit(update(HandoffAction.request("billing")));
    bench.enter(Phase.STEP_END);

    assertThat(active()).isEqualTo(new ActiveAgent("billing", null));
  }

  @Test
  @Rows({200, 203})
  void aVariantOverlaysTheCurrentAgent() {
    bench.submit(update(HandoffAction.activate("billing")));
    bench.enter(Phase.STEP_END);
    bench.submit(update(HandoffAction.request("writer")));
    bench.enter(Phase.STEP_END);

    assertThat(active().agentId()).isEqualTo("billing");
    assertThat(active().overlay().name()).isEqualTo("writer");
  }

  @Test
  @Rows(201)
  void aBoundaryWithoutAHandoffWritesNothing() {
    bench.enter(Phase.RUN_START);
    bench.enter(Phase.STEP_END);
    assertThat(bench.state.snapshot().revision()).isZero();

    bench.submit(update(HandoffAction.activate("writer")));
    bench.enter(Phase.STEP_END);
    long revision = bench.state.snapshot().revision();
    bench.enter(Phase.STEP_END);
    assertThat(bench.state.snapshot().revision()).isEqualTo(revision);
  }

  @Test
  @Rows(201)
  void aFailedHandoffIsNotRequestedAgain() {
    bench.submit(update(HandoffAction.request("nobody")));
    bench.enter(Phase.STEP_END);
    bench.submit(StateCommand.none().update(RuntimeKeys.ACTIVE_AGENT, ActiveAgent.OWN));

    bench.enter(Phase.STEP_END);

    assertThat(state()).isEqualTo(HandoffState.NONE);
    assertThat(active()).isEqualTo(ActiveAgent.OWN);
  }

  @Test
  @Rows(200)
  void variantsInCodeApplyToEveryAgentUnlessOverridden() {
    var shared = new HandoffVariant("Shared.", null, null, null);
    var plugin = new HandoffPlugin(Map.of("critic", shared, "writer", shared));
    var own = PluginBench.of(plugin).section("handoff", section());

    own.submit(update(HandoffAction.request("critic")));
    own.enter(Phase.STEP_END);
    assertThat(own.read(RuntimeKeys.ACTIVE_AGENT).overlay().systemPrompt()).isEqualTo("Shared.");

    own.submit(update(HandoffAction.request("writer")));
    own.enter(Phase.STEP_END);
    assertThat(own.read(RuntimeKeys.ACTIVE_AGENT).overlay().systemPrompt()).isEqualTo("Write.");
    assertThat(plugin.variant("critic")).contains(shared);
    assertThat(plugin.variant("researcher")).isEmpty();
  }

  @ParameterizedTest
  @Rows({200, 201})
  @CsvSource({
    "agent_handoff, writer,  true,  writer",
    "agent_handoff, billing, true,  billing",
    "agent_handoff, writer,  false,",
    "agent_handoff, nobody,  true,",
    "other,         writer,  true,"
  })
  void aSuccessfulToolCallIsARequest(
      String tool, String target, boolean succeeded, String requested) {
    var call = new ToolCall("c", tool, JSON.createObjectNode().put("agent", target));
    var result = succeeded ? ToolResult.success(tool, null) : ToolResult.error(tool, "no");

    bench.enter(Phase.AFTER_TOOL_EXECUTE, call, result);

    assertThat(state().requestedAgent()).isEqualTo(requested);
  }

  @Test
  @Rows(200)
  void theModelSeesTheHandoffTargetsAndHasNoToolWithoutAny() {
    ToolDescriptor tool = bench.env.tools().get("agent_handoff").descriptor();
    ToolDescriptor weather = new WeatherTool().descriptor();
    var asked = request(List.of(weather, tool), user("Hi"));

    assertThat(bench.transformed(asked).tools().getLast().parameters().at("/properties/agent/enum"))
        .isEqualTo(json("[\"billing\", \"researcher\", \"writer\"]"));
    assertThat(PluginBench.of(new HandoffPlugin()).transformed(asked).tools())
        .containsExactly(weather);
    var without = request(List.of(weather), user("Hi"));
    assertThat(bench.transformed(without)).isSameAs(without);
  }

  @ParameterizedTest
  @Rows(200)
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                                        | true
          {"variants": {"w": {}}}                                   | true
          {"variants": {"w": {"model_id": "big"}}, "agents": ["b"]} | true
          {"variants": {"w": {"prompt": "x"}}}                      | false
          {"variants": {"": {}}}                                    | false
          {"variants": {"w": {"allowed_tools": "all"}}}             | false
          {"agents": [""]}                                          | false
          {"agent": "b"}                                            | false
          """)
  void theSchemaRestrictsTheSection(String section, boolean fits) {
    var schema = new ArgumentSchema(HandoffSection.SECTION.schema());

    assertThat(accepts(schema, json(section))).isEqualTo(fits);
  }

  @Test
  @Rows(200)
  void twoPluginsOfThisKindCannotBeTogether() {
    assertThat(new HandoffPlugin().descriptor().name()).isEqualTo("agent_handoff");
    assertThatThrownBy(() -> PluginBench.of(new HandoffPlugin(), new HandoffPlugin()))
        .isInstanceOf(StateException.class);
  }

  @Test
  void aHandoffToAnUnknownAgentIsRefused() {
    assertThatThrownBy(() -> HandoffAction.request(" "))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private HandoffState state() {
    return bench.read(HandoffPlugin.STATE);
  }

  private ActiveAgent active() {
    return bench.read(RuntimeKeys.ACTIVE_AGENT);
  }

  private static StateCommand update(HandoffAction action) {
    return StateCommand.none().update(HandoffPlugin.STATE, action);
  }

  private static boolean accepts(ArgumentSchema schema, JsonNode section) {
    try {
      schema.check(section);
      return true;
    } catch (ToolException e) {
      return false;
    }
  }

  static JsonNode section() {
    return json(
        """
        {"variants": {
           "researcher": {"system_prompt": "Find and cite.", "model": "big",
                          "allowed_tools": ["search"]},
           "writer": {"system_prompt": "Write.", "excluded_tools": ["search"]}},
         "agents": ["billing"]}
        """);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
