package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.action.CoreActions;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.event.AgentEvent.ToolCallDone;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.AfterTool;
import io.awaken.core.plugin.BeforeTool;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.ToolIntercept;
import io.awaken.core.plugin.ToolPolicyDecision;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.CapturedLog;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.fixture.TestPlugin;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What plugins can do around a tool call. Sources: trpc-agent-go (BeforeTool, AfterTool,
 * AfterToolMessages), clark-agent (BeforeToolCall, AfterToolCall), the page "Plugin System
 * Internals" (ToolGate decision priority), architecture section 4 ("One call passes").
 */
class ToolHooksTest {

  private final FunctionTool tool = FunctionTool.answering("echo", "42");
  private ToolExecutionMode mode = ToolExecutionMode.SEQUENTIAL;
  private TestNode node;

  private static ScriptBuilder oneCall() {
    return Script.builder().calls("echo", Map.of("value", "x")).says("done");
  }

  private static ScriptBuilder twoCalls() {
    return Script.builder()
        .calls("echo", Map.of("value", "x"))
        .andCalls("echo", Map.of("value", "y"))
        .says("done");
  }

  private static Plugin plugin(String name, Consumer<PluginRegistrar> parts) {
    return new TestPlugin(name, parts);
  }

  private RunRecord run(ScriptBuilder script, Plugin... plugins) {
    node =
        new TestNode(
            new RecordingModel(script),
            (AgentSpec agent) -> agent.toBuilder().toolExecutionMode(mode).build(),
            List.of(plugins),
            tool);
    return node.run("t", "go");
  }

  private List<String> toolMessages() {
    return node.stores.threads().history(new ThreadId("t")).stream()
        .filter(message -> message.role() == Role.TOOL)
        .map(Message::text)
        .toList();
  }

  private List<ToolCallStatus> statuses(RunRecord run) {
    return node.stores.runs().calls(run.runId()).stream().map(call -> call.status()).toList();
  }

  private static JsonNode value(String text) {
    return JsonNodeFactory.instance.objectNode().put("value", text);
  }

  private static ToolResult saying(String text) {
    return ToolResult.success("echo", JsonNodeFactory.instance.textNode(text));
  }

  /** Source: trpc-agent-go, plugins page. */
  @Test
  @Rows(81)
  void aHookBeforeTheToolRewritesItsArgumentsAndTheNextHookSeesThem() {
    var seen = new ArrayList<String>();
    run(
        oneCall(),
        plugin("trims", r -> r.beforeTool((c, call) -> new BeforeTool.Proceed(value("clean")))),
        plugin(
            "looks",
            r ->
                r.beforeTool(
                    (c, call) -> {
                      seen.add(call.arguments().path("value").asText());
                      return new BeforeTool.Proceed(call.arguments());
                    })));

    assertThat(seen).containsExactly("clean");
    assertThat(tool.arguments())
        .extracting(json -> json.path("value").asText())
        .containsExactly("clean");
  }

  /** Source: trpc-agent-go, plugins page. */
  @Test
  @Rows(81)
  void rewrittenArgumentsAreValidatedAgain() {
    var run =
        run(
            oneCall(),
            plugin(
                "breaks",
                r ->
                    r.beforeTool(
                        (c, call) ->
                            new BeforeTool.Proceed(JsonNodeFactory.instance.objectNode()))));

    assertThat(tool.calls()).isEmpty();
    assertThat(toolMessages()).singleElement().asString().contains("invalid_arguments");
    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  /** Source: trpc-agent-go, plugins page. */
  @Test
  @Rows(81)
  void aHookBeforeTheToolCanAnswerAndTheHooksAfterTheToolStillSeeTheAnswer() {
    var after = new ArrayList<String>();
    run(
        oneCall(),
        plugin("cache", r -> r.beforeTool((c, call) -> new BeforeTool.Answer(saying("cached")))),
        plugin(
            "late",
            r ->
                r.beforeTool(
                    (c, call) -> {
                      throw new AssertionError("asked");
                    })),
        plugin(
            "after",
            r ->
                r.afterTool(
                    (c, call, result) -> {
                      after.add(result.modelText());
                      return AfterTool.Decision.KEEP;
                    })));

    assertThat(tool.calls()).isEmpty();
    assertThat(after).containsExactly("cached");
    assertThat(toolMessages()).containsExactly("cached");
  }

  /** Source: clark-agent, plugin traits. */
  @Test
  @Rows(83)
  void hooksAfterTheToolChainFieldByFieldAndMayStopTheChain() {
    var run =
        run(
            oneCall(),
            plugin(
                "a", r -> r.afterTool((c, call, x) -> AfterTool.Decision.replace(saying("one")))),
            plugin(
                "b",
                r ->
                    r.afterTool(
                        (c, call, x) ->
                            AfterTool.Decision.replace(saying(x.modelText() + " two")))),
            plugin(
                "c",
                r -> r.afterTool((c, call, x) -> AfterTool.Decision.markError(true).andStop())),
            plugin(
                "d", r -> r.afterTool((c, call, x) -> AfterTool.Decision.replace(saying("no")))));

    assertThat(toolMessages()).containsExactly("{\"error\":\"one two\"}");
    assertThat(statuses(run)).containsExactly(ToolCallStatus.FAILED);
  }

  /** Source: clark-agent, plugin traits. */
  @Test
  @Rows(83)
  void hooksAfterTheToolSeeResultsThatNoToolGave() {
    var seen = new ArrayList<String>();
    run(
        Script.builder()
            .calls("nobody", Map.of())
            .andCalls("echo", Map.of("wrong", 1))
            .says("done"),
        plugin(
            "after",
            r ->
                r.afterTool(
                    (c, call, result) -> {
                      seen.add(call.name() + " " + result.code());
                      return AfterTool.Decision.KEEP;
                    })));

    assertThat(seen).containsExactly("nobody not_found", "echo invalid_arguments");
  }

  /** Source: clark-agent, plugin traits. */
  @ParameterizedTest
  @EnumSource(
      value = ToolExecutionMode.class,
      names = {"SEQUENTIAL", "PARALLEL_STREAMING"})
  @Rows(83)
  void aRunEndsAfterARoundInWhichEveryCallVotesForIt(ToolExecutionMode mode) {
    this.mode = mode;
    var run =
        run(
            twoCalls(),
            plugin("ends", r -> r.afterTool((c, call, x) -> AfterTool.Decision.vote(true))));

    assertThat(run.termination()).isEqualTo(new TerminationReason.BehaviorRequested());
    assertThat(run.steps()).isEqualTo(1);
    assertThat(toolMessages()).hasSize(2);
  }

  /** Source: clark-agent, plugin traits. */
  @Test
  @Rows(83)
  void oneCallWithoutAVoteKeepsTheRunGoing() {
    var run =
        run(
            twoCalls(),
            plugin(
                "half",
                r ->
                    r.afterTool(
                        (c, call, x) ->
                            call.arguments().path("value").asText().equals("x")
                                ? AfterTool.Decision.vote(true)
                                : AfterTool.Decision.KEEP)));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo("done");
  }

  /** Source: trpc-agent-go, plugins page. */
  @Test
  @Rows(81)
  void theMessagesOfToolsCanBeChangedButNotTheirIds() {
    run(
        oneCall(),
        plugin(
            "masks",
            r ->
                r.afterToolMessages(
                    (c, messages) ->
                        messages.stream()
                            .map(m -> Message.tool(m.id(), m.toolCallId(), "***", m.metadata()))
                            .toList())));
    assertThat(toolMessages()).containsExactly("***");

    var broken =
        run(
            oneCall(),
            plugin(
                "renames",
                r ->
                    r.afterToolMessages(
                        (c, messages) ->
                            messages.stream().map(message -> message.withId("x")).toList())));
    assertThat(broken.termination())
        .isEqualTo(
            new TerminationReason.Error(
                "plugin renames failed at after_tool_messages: IllegalStateException"));
  }

  @Test
  @Rows(75)
  void aGateThatBlocksFailsTheCallEndsTheRunAndKeepsItsSiblingsFromRunning() {
    var run =
        run(
            twoCalls(),
            plugin(
                "gate",
                r ->
                    r.registerToolPolicyHook(
                        context ->
                            context.call().arguments().path("value").asText().equals("y")
                                ? ToolPolicyDecision.deny("not today")
                                : ToolPolicyDecision.allow())));

    assertThat(run.termination()).isEqualTo(new TerminationReason.Blocked("not today"));
    assertThat(tool.calls()).isEmpty();
    assertThat(statuses(run)).containsExactly(ToolCallStatus.CANCELLED, ToolCallStatus.FAILED);
    assertThat(toolMessages())
        .containsExactly(
            "{\"error\":\"not executed: run blocked\",\"code\":\"not_executed\"}",
            "{\"error\":\"the call was blocked: not today\",\"code\":\"blocked\"}");
  }

  @Test
  @Rows(75)
  void theStrongestDecisionOfTheGatesCountsAndAmongEqualsTheFirstWithTheClashLogged() {
    try (var log = new CapturedLog(CallHooks.class)) {
      var run =
          run(
              oneCall(),
              plugin(
                  "sets",
                  r ->
                      r.registerToolGateHook(
                          c -> Optional.of(new ToolIntercept.SetResult(saying("set"))))),
              plugin(
                  "blocks",
                  r -> r.registerToolGateHook(c -> Optional.of(new ToolIntercept.Block("first")))),
              plugin(
                  "blocks-too",
                  r ->
                      r.registerToolGateHook(c -> Optional.of(new ToolIntercept.Block("second")))));

      assertThat(run.termination()).isEqualTo(new TerminationReason.Blocked("first"));
      assertThat(log.warnings()).singleElement().asString().contains("blocks-too");
    }
  }

  @Test
  @Rows(75)
  void aGateCanGiveTheResultItself() {
    run(
        oneCall(),
        plugin(
            "sets",
            r ->
                r.registerToolGateHook(
                    c -> Optional.of(new ToolIntercept.SetResult(saying("known"))))));

    assertThat(tool.calls()).isEmpty();
    assertThat(toolMessages()).containsExactly("known");
  }

  @Test
  @Rows(89)
  void theOldInterceptActionBlocksOrAnswersACallBeforeItIsExecuted() {
    var answered =
        run(oneCall(), intercepting(new ToolIntercepts.Intercept(null, saying("intercepted"))));
    assertThat(answered.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(toolMessages()).containsExactly("intercepted");

    var blocked = run(twoCalls(), intercepting(new ToolIntercepts.Intercept("no", null)));
    assertThat(blocked.termination()).isEqualTo(new TerminationReason.Blocked("no"));
    assertThat(statuses(blocked)).containsExactly(ToolCallStatus.FAILED, ToolCallStatus.CANCELLED);
    assertThat(tool.calls()).isEmpty();
  }

  private static Plugin intercepting(ToolIntercepts.Intercept intercept) {
    return plugin(
        "old",
        r ->
            r.registerPhaseHook(
                Phase.BEFORE_TOOL_EXECUTE,
                c -> StateCommand.none().schedule(CoreActions.TOOL_INTERCEPT, intercept)));
  }

  /** Source: trpc-agent-go, plugins page. */
  @Test
  @Rows(81)
  void aFailingHookFailsTheRunOrTheCallOrNothingAsItsRegistrationSays() {
    for (FailurePolicy policy : FailurePolicy.values()) {
      var run =
          run(
              oneCall(),
              plugin(
                  "broken",
                  r ->
                      r.beforeTool(
                              (c, call) -> {
                                throw new IllegalStateException("boom");
                              })
                          .onFailure(policy)));
      switch (policy) {
        case FAIL_RUN ->
            assertThat(run.termination())
                .isEqualTo(
                    new TerminationReason.Error(
                        "plugin broken failed at before_tool: IllegalStateException"));
        case FAIL_CALL -> assertThat(toolMessages()).first().asString().contains("plugin_failed");
        case IGNORE -> assertThat(toolMessages()).containsExactly("42");
      }
    }
  }

  /** Source: trpc-agent-go, plugins page. */
  @Test
  @Rows(81)
  void aHookAfterTheToolThatFailsOnlyTheCallTurnsItsResultIntoAnError() {
    var run =
        run(
            oneCall(),
            plugin(
                "broken",
                r ->
                    r.afterTool(
                            (c, call, result) -> {
                              throw new IllegalStateException("boom");
                            })
                        .onFailure(FailurePolicy.FAIL_CALL)));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(statuses(run)).containsExactly(ToolCallStatus.FAILED);
  }

  @Test
  void everyCallOfABlockedRunHasAResultThatReadersSee() {
    run(
        twoCalls(),
        plugin("gate", r -> r.registerToolPolicyHook(c -> ToolPolicyDecision.deny("no"))));

    assertThat(node.sinks.events()).filteredOn(ToolCallDone.class::isInstance).hasSize(2);
    assertThat(node.stores.threads().history(new ThreadId("t")))
        .last()
        .satisfies(
            message ->
                assertThat(message.content())
                    .singleElement()
                    .isInstanceOf(ContentBlock.Text.class));
  }
}
