package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.spec.ToolExecutionMode;
import io.awaken.fixture.Rows;
import io.awaken.provider.scripted.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hooks of plugins around a tool call, modelled on trpc-agent-go (BeforeTool, AfterTool,
 * AfterToolMessages) and clark-agent (BeforeToolCall, AfterToolCall).
 */
class ToolHooksTest extends PluggedToolRun {

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

  @Test
  @Rows(83)
  void hooksAfterTheToolSeeResultsOfUnexecutedCalls() {
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

  @Test
  @Rows(83)
  void aCallWithoutAVoteContinuesTheRun() {
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
  @Rows(81)
  void aFailingHookFollowsTheFailurePolicyOfItsRegistration() {
    for (FailurePolicy policy :
        List.of(FailurePolicy.FAIL_RUN, FailurePolicy.FAIL_CALL, FailurePolicy.IGNORE)) {
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
        case WITHHOLD -> throw new AssertionError("only events can be withheld");
      }
    }
  }

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
}
