package io.awaken.core.action;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.RemoteWork;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.state.Phase;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.state.StateKey;
import io.awaken.fixture.Conversations;
import io.awaken.fixture.Rows;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of the runtime's keys can be stored and read back. */
@Rows({41, 54})
class RuntimeKeysTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** A key with a complete value. */
  private record Stored<V>(StateKey<V, ?> key, V value) {

    V readBack() {
      return key.codec().decode(key.codec().encode(value));
    }
  }

  private static Stream<Stored<?>> values() {
    return Stream.of(
        new Stored<>(
            RuntimeKeys.RUN_LIFECYCLE, new RunLifecycle(new TerminationReason.Blocked("no"))),
        new Stored<>(
            RuntimeKeys.RUN_LIFECYCLE,
            new RunLifecycle(TerminationReason.Stopped.of("max_rounds", null))),
        new Stored<>(
            RuntimeKeys.PENDING_ACTIONS,
            new ActionQueue(
                List.of(new ScheduledAction("a", Phase.STEP_END, JSON.textNode("payload"))))),
        new Stored<>(
            RuntimeKeys.FAILED_ACTIONS,
            List.of(new FailedScheduledAction("a", JSON.objectNode().put("x", 1), "why"))),
        new Stored<>(
            RuntimeKeys.CONTEXT_MESSAGES,
            ContextMessages.NONE
                .with(new ContextMessages.Addition(ContextMessage.systemPersistent("k", "kept"), 1))
                .with(
                    new ContextMessages.Addition(
                        ContextMessage.system("o", "once")
                            .at(ContextMessage.Target.CONVERSATION)
                            .throttled(3),
                        1))),
        new Stored<>(
            RuntimeKeys.STEP_CONTROLS,
            StepControls.NONE.with(
                new StepControls.Change(
                    2,
                    new InferenceOverride("m", 0.5, 10, 0.9, ReasoningEffort.budget(2048)),
                    Set.of("a"),
                    Set.of("b")))),
        new Stored<>(
            RuntimeKeys.TOOL_INTERCEPTS,
            ToolIntercepts.NONE.with(
                new ToolIntercepts.Decided(
                    1,
                    "call",
                    ToolIntercepts.Intercept.setResult(
                        ToolResult.success("echo", JSON.textNode("x")))))),
        new Stored<>(
            RuntimeKeys.ACTIVE_AGENT,
            new ActiveAgent(
                "b", new ActiveAgent.Overlay("v", "prompt", "m", Set.of("x"), Set.of("y")))),
        new Stored<>(
            RuntimeKeys.WORKING_AGENT,
            new WorkingAgent(new ActiveAgent("b", null), List.of("carried"))),
        new Stored<>(
            RuntimeKeys.CARRIED_PLUGINS,
            new WorkingAgent(new ActiveAgent("b", null), List.of("carried"))),
        new Stored<>(
            RuntimeKeys.RECOVERED_HISTORY,
            new RecoveredHistory(
                7, 2, List.of(Message.user("u", "hi"), Conversations.assistant("hello")))),
        new Stored<>(
            RuntimeKeys.COMPACTION,
            new CompactionState("text", "r-1-summary-9", 9_000, 900, 5, TokenUsage.of(10, 5))),
        new Stored<>(RuntimeKeys.REFUSED_CONTEXT, new RefusedContext("m", 200_000, 90_000)),
        new Stored<>(RuntimeKeys.MODEL_WAITING, new ModelWaiting(1_000L, 61_000L)),
        new Stored<>(
            RuntimeKeys.REMOTE_TASKS,
            Map.of("far", new RemoteWork.Task("c-1", null, null, null, null))),
        new Stored<>(
            RuntimeKeys.REMOTE_WORK,
            Map.of("far", new RemoteWork.Task("c-1", "t-1", "r-1-1", List.of("a-1"), 7L))),
        new Stored<>(
            RuntimeKeys.TASKS, List.of(new StartedTask("t-1", "below", "a", "Look", "r-1", true))),
        new Stored<>(RuntimeKeys.RUN_DEADLINE, new RunDeadline(1_000L, 61_000L)),
        new Stored<>(
            RuntimeKeys.SHARED_STATE, new SharedState(JSON.objectNode().put("colour", "red"))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void storedValuesAreReadBackUnchanged(Stored<?> stored) {
    assertThat(stored.readBack()).isEqualTo(stored.value());
  }

  @Test
  void everyRuntimeKeyIsCovered() {
    List<String> proven = values().map(stored -> stored.key().name()).toList();
    assertThat(RuntimeKeys.ALL).extracting(StateKey::name).allMatch(proven::contains);
  }
}
