package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
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
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After any plugin failure the run ends and every call has a result. */
class RunsThatPluginsBreakTest {

  private static final StateKey<Integer, Integer> ENTERED =
      StateKey.<Integer, Integer>of("test.entered", Integer.class, () -> 0, Integer::sum)
          .threadScoped();

  private final FunctionTool echo = FunctionTool.answering("echo", "42");

  private static ScriptBuilder twoCalls() {
    return Script.builder()
        .calls("echo", Map.of("value", "x"))
        .andCalls("echo", Map.of("value", "y"))
        .says("done");
  }

  private static Plugin plugin(Consumer<PluginRegistrar> parts) {
    return new TestPlugin("breaks", parts);
  }

  private TestNode node(Plugin plugin) {
    return new TestNode(
        new RecordingModel(twoCalls()), UnaryOperator.identity(), List.of(plugin), echo);
  }

  private static void everyCallHasAResult(TestNode node, RunRecord run) {
    assertThat(run.status()).isEqualTo(RunStatus.DONE);
    List<Message> history = node.stores.threads().history(new ThreadId("t"));
    List<String> answered =
        history.stream()
            .filter(message -> message.role() == Role.TOOL)
            .map(Message::toolCallId)
            .toList();
    assertThat(answered)
        .containsExactlyElementsOf(
            history.stream()
                .flatMap(message -> message.toolCalls().stream())
                .map(call -> call.id())
                .toList());
    assertThat(node.stores.runs().calls(run.runId()))
        .allSatisfy(call -> assertThat(call.status().terminal()).isTrue());
  }

  private static void fail() {
    throw new IllegalStateException("boom");
  }

  @ParameterizedTest
  @ValueSource(strings = {"after_tool", "after_tool_messages", "step_end", "after_tool_execute"})
  @Rows(81)
  void aTaskResultIsStoredWhenALaterHookFails(String where) {
    var node =
        node(
            plugin(
                r -> {
                  switch (where) {
                    case "after_tool" ->
                        r.afterTool(
                            (c, call, result) -> {
                              fail();
                              return null;
                            });
                    case "after_tool_messages" ->
                        r.afterToolMessages(
                            (c, messages) -> {
                              fail();
                              return null;
                            });
                    default ->
                        r.registerPhaseHook(
                            Phase.valueOf(where.toUpperCase(java.util.Locale.ROOT)),
                            c -> {
                              fail();
                              return null;
                            });
                  }
                }));

    var run = node.run("t", "go");

    assertThat(run.termination()).isInstanceOf(TerminationReason.Error.class);
    everyCallHasAResult(node, run);
    assertThat(node.stores.runs().calls(run.runId()))
        .extracting(CallState::status)
        .contains(ToolCallStatus.SUCCEEDED);
  }

  @Test
  @Rows(63)
  void runEndHappensOnceAlsoWhenTheRunWasCancelledBeforeIt() {
    var ends = new ArrayList<Boolean>();
    var self = new TestNode[1];
    var node =
        node(
            plugin(
                r -> {
                  r.registerPhaseHook(
                      Phase.STEP_END,
                      c -> {
                        self[0].canceller.cancel(c.run().runId(), c.run().caller());
                        return null;
                      });
                  r.registerPhaseHook(
                      Phase.RUN_END,
                      c -> {
                        c.hook().cancellation().throwIfCancelled();
                        ends.add(true);
                        return null;
                      });
                }));
    self[0] = node;

    var run = node.run("t", "go");

    assertThat(run.termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(ends).hasSize(1);
    everyCallHasAResult(node, run);
  }

  @Test
  @Rows(73)
  void aPluginIsDeactivatedAlsoWhenARunEndHookFails() {
    var deactivated = new ArrayList<Boolean>();
    var node =
        node(
            plugin(
                r -> {
                  r.registerPhaseHook(
                      Phase.RUN_END,
                      c -> {
                        fail();
                        return null;
                      });
                  r.onDeactivate(
                      c -> {
                        deactivated.add(true);
                        return null;
                      });
                }));

    everyCallHasAResult(node, node.run("t", "go"));
    assertThat(deactivated).hasSize(1);
  }

  @Test
  @Rows(83)
  void aCallWithALostVoteContinuesTheRun() {
    var node =
        node(
            plugin(
                r ->
                    r.afterTool(
                            (c, call, result) -> {
                              if (call.arguments().path("value").asText().equals("y")) {
                                fail();
                              }
                              return AfterTool.Decision.vote(true);
                            })
                        .onFailure(FailurePolicy.FAIL_CALL)));

    assertThat(node.run("t", "go").termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  @Rows(83)
  void anAbstentionIsNeitherYesNorNo() {
    var node =
        node(
            plugin(
                r ->
                    r.afterTool(
                        (c, call, result) ->
                            call.arguments().path("value").asText().equals("y")
                                ? AfterTool.Decision.abstain()
                                : AfterTool.Decision.vote(true))));

    assertThat(node.run("t", "go").termination())
        .isEqualTo(new TerminationReason.BehaviorRequested());
  }

  @Test
  void theNextOwnerDoesNotExecuteCallsOfARunThatMustEnd() {
    var self = new TestNode[1];
    var handsOver =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              Thread.ofVirtual()
                  .start(() -> self[0].mailbox.drain(Duration.ofMinutes(1), Duration.ZERO));
              while (!self[0].mailbox.draining()) {
                Thread.onSpinWait();
              }
              return ToolResult.success("echo", arguments.get("value"));
            });
    Plugin ends =
        plugin(
            r ->
                r.registerPhaseHook(
                    Phase.AFTER_TOOL_EXECUTE,
                    c ->
                        StateCommand.none()
                            .update(
                                RuntimeKeys.RUN_LIFECYCLE,
                                new TerminationReason.Blocked("enough"))));
    var first =
        new TestNode(
            new RecordingModel(twoCalls()), UnaryOperator.identity(), List.of(ends), handsOver);
    self[0] = first;
    RunId id = first.submit("t", "go");
    first.executeAll();

    var second =
        new TestNode(
            first.stores,
            new RecordingModel(twoCalls()),
            UnaryOperator.identity(),
            List.of(ends),
            echo);
    second.starter.claimDue();
    second.executeAll();

    assertThat(second.record(id).termination()).isEqualTo(new TerminationReason.Blocked("enough"));
    assertThat(echo.calls()).isEmpty();
    everyCallHasAResult(second, second.record(id));
  }

  @Test
  @Rows(62)
  void theNextOwnerDoesNotRestartACall() {
    Plugin counts =
        plugin(
            r -> {
              r.registerKey(ENTERED);
              r.registerPhaseHook(
                  Phase.BEFORE_TOOL_EXECUTE, c -> StateCommand.none().update(ENTERED, 1));
            });
    var self = new TestNode[1];
    var lost =
        new FunctionTool(
            "echo",
            (arguments, context) -> {
              self[0].mailbox.drain(Duration.ZERO, Duration.ZERO);
              context.cancellation().throwIfCancelled();
              throw new InterruptedException();
            });
    var first =
        new TestNode(
            new RecordingModel(twoCalls()), UnaryOperator.identity(), List.of(counts), lost);
    self[0] = first;
    RunId id = first.submit("t", "go");
    first.executeAll();

    var second =
        new TestNode(
            first.stores,
            new RecordingModel(twoCalls()),
            UnaryOperator.identity(),
            List.of(counts),
            echo);
    second.starter.claimDue();
    second.executeAll();

    assertThat(second.record(id).status()).isEqualTo(RunStatus.DONE);
    assertThat(
            second
                .stores
                .threads()
                .state(new ThreadId("t"), id)
                .thread()
                .extensions()
                .get("test.entered")
                .intValue())
        .isEqualTo(2);
  }
}
