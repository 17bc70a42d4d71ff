package io.awaken.builtin.actions;

import static io.awaken.core.action.CoreActions.ADD_CONTEXT_MESSAGE;
import static io.awaken.core.action.CoreActions.EXCLUDE_TOOL;
import static io.awaken.core.action.CoreActions.INCLUDE_ONLY_TOOLS;
import static io.awaken.core.action.CoreActions.SET_INFERENCE_OVERRIDE;
import static io.awaken.core.action.CoreActions.TOOL_INTERCEPT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.ContextMessage.Target;
import io.awaken.core.action.FailedScheduledAction;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.StepControls;
import io.awaken.core.action.ToolIntercepts.Intercept;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.message.Visibility;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.state.Phase;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.fixture.PluginBench;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreActionsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final PluginBench bench = PluginBench.of();

  @Test
  @Rows({85, 94})
  void aMessageIsReadInOneStepOnly() {
    inStep(StateCommand.none().schedule(ADD_CONTEXT_MESSAGE, ContextMessage.system("k", "once")));
    assertThat(texts()).containsExactly("once");

    inStep(StateCommand.none());
    assertThat(texts()).isEmpty();
  }

  @Test
  @Rows({85, 94})
  void aPersistentMessageStaysUntilReplaced() {
    inStep(
        StateCommand.none()
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent("k", "old"))
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent("other", "beside")));
    inStep(
        StateCommand.none()
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent("k", "new")));

    assertThat(texts()).containsExactly("new", "beside");
  }

  @Test
  @Rows(94)
  void oneShotAndPersistentMessagesOfAKeyReplaceEachOther() {
    inStep(
        StateCommand.none()
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent("k", "kept"))
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.system("k", "now")));
    assertThat(texts()).as("the later one of a step").containsExactly("now");

    inStep(StateCommand.none());
    assertThat(texts()).as("what is kept comes back").containsExactly("kept");

    inStep(
        StateCommand.none()
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.system("k", "now"))
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent("k", "kept again")));
    assertThat(texts()).containsExactly("kept again");
  }

  @Test
  @Rows({85, 94})
  void aThrottledMessageReturnsAfterItsCooldown() {
    var shown = new ArrayList<Integer>();
    for (int step = 1; step <= 7; step++) {
      inStep(
          StateCommand.none()
              .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.system("k", "hint").throttled(2)));
      if (!texts().isEmpty()) {
        shown.add(step);
      }
    }
    assertThat(shown).containsExactly(1, 4, 7);
  }

  @Test
  @Rows(94)
  void aThrottledMessageMayStillBeReplacedInTheStepThatShowsIt() {
    inStep(
        StateCommand.none()
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.system("k", "first").throttled(2))
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.system("k", "second").throttled(2)));

    assertThat(texts()).containsExactly("second");
  }

  @Test
  @Rows(94)
  void aMessageInJsonHasDefaults() {
    inStep(raw("runtime.add_context_message", "{\"key\": \"k\", \"content\": \"short\"}"));
    assertThat(messages())
        .containsExactly(
            new ContextMessage(
                "k", Role.SYSTEM, "short", Visibility.INTERNAL, Target.SYSTEM, 0, false));

    inStep(
        raw(
            "runtime.add_context_message",
            """
            {"key": "l", "content": "long", "role": "user", "visibility": "external",
             "target": "suffix_system", "cooldown_turns": 3, "persistent": true}
            """));
    assertThat(messages())
        .containsExactly(
            new ContextMessage(
                "l", Role.USER, "long", Visibility.EXTERNAL, Target.SUFFIX_SYSTEM, 3, true));
    assertThat(failed()).isEmpty();
  }

  @Test
  @Rows({86, 101})
  void ofSeveralOverridesTheLastCountsFieldByField() {
    inStep(
        StateCommand.none()
            .schedule(SET_INFERENCE_OVERRIDE, override(null, 0.1, 100))
            .schedule(SET_INFERENCE_OVERRIDE, override("big", 0.9, null)));

    assertThat(controls().override()).isEqualTo(override("big", 0.9, 100));

    inStep(StateCommand.none());
    assertThat(controls().override()).isEqualTo(InferenceOverride.NONE);
  }

  @Test
  @Rows({86, 100, 102})
  void anOverrideInJsonReadsModelAsTheUpstreamModel() {
    inStep(
        raw(
            "runtime.set_inference_override",
            """
            {"model": "big", "temperature": 0, "max_tokens": 5, "top_p": 0.5,
             "reasoning_effort": {"budget": 2048}}
            """));

    assertThat(controls().override())
        .isEqualTo(new InferenceOverride("big", 0.0, 5, 0.5, ReasoningEffort.budget(2048)));
    assertThat(SET_INFERENCE_OVERRIDE.payload().encode(override("big", null, null)))
        .isEqualTo(json("{\"upstream_model\": \"big\"}"));
  }

  @Test
  @Rows({87, 88})
  void inclusionsFormAUnionBeforeExclusions() {
    inStep(
        StateCommand.none()
            .schedule(INCLUDE_ONLY_TOOLS, List.of("a", "b"))
            .schedule(EXCLUDE_TOOL, "b")
            .schedule(INCLUDE_ONLY_TOOLS, List.of("c"))
            .schedule(EXCLUDE_TOOL, "d"));

    assertThat(List.of("a", "b", "c", "d", "e")).filteredOn(controls()::admits).contains("a", "c");
    assertThat(List.of("b", "d", "e")).noneMatch(controls()::admits);

    inStep(StateCommand.none());
    assertThat(List.of("a", "b", "e")).allMatch(controls()::admits);
  }

  @Test
  @Rows(89)
  void theStrongestOldInterceptionWinsForItsCall() {
    var call = new ToolCall("c1", "rm", JSON.createObjectNode());
    var result = ToolResult.success("rm", JSON.getNodeFactory().textNode("done"));
    bench.nextStep();
    bench.submit(
        StateCommand.none()
            .schedule(TOOL_INTERCEPT, Intercept.setResult(result))
            .schedule(
                TOOL_INTERCEPT, Intercept.suspend(SuspendTicket.approval("may:it", "May it?")))
            .schedule(TOOL_INTERCEPT, Intercept.block("not here"))
            .schedule(TOOL_INTERCEPT, Intercept.block("too late")));
    bench.enter(Phase.BEFORE_TOOL_EXECUTE, call, null);

    assertThat(bench.read(RuntimeKeys.TOOL_INTERCEPTS).byCall())
        .containsOnly(Map.entry("c1", Intercept.block("not here")));

    bench.nextStep();
    bench.submit(StateCommand.none().schedule(TOOL_INTERCEPT, Intercept.setResult(result)));
    bench.enter(Phase.BEFORE_TOOL_EXECUTE, new ToolCall("c2", "rm", call.arguments()), null);

    assertThat(bench.read(RuntimeKeys.TOOL_INTERCEPTS).byCall()).containsOnlyKeys("c2");
  }

  @ParameterizedTest
  @Rows({91, 85, 86, 87, 88, 94, 100, 102})
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          runtime.add_context_message    | {"content": "no key"}
          runtime.add_context_message    | {"key": "k"}
          runtime.add_context_message    | {"key": "k", "content": "x", "cooldown_turns": -1}
          runtime.add_context_message    | {"key": "k", "content": "x", "target": "roof"}
          runtime.set_inference_override | {"temperature": "hot"}
          runtime.set_inference_override | {"temperature": 2.1}
          runtime.set_inference_override | {"top_p": -0.1}
          runtime.set_inference_override | {"max_tokens": 0}
          runtime.set_inference_override | {"reasoning_effort": "much"}
          runtime.set_inference_override | {"reasoning_effort": {"budget": 0}}
          runtime.exclude_tool           | {"tool": "rm"}
          runtime.exclude_tool           | null
          runtime.include_only_tools     | "rm"
          runtime.include_only_tools     | [null]
          """)
  void anInvalidPayloadIsRecordedAndTheRunContinues(String action, String payload) {
    inStep(raw(action, payload));

    assertThat(failed()).hasSize(1);
    assertThat(failed().getFirst().actionKey()).isEqualTo(action);
    assertThat(failed().getFirst().payload()).isEqualTo(json(payload));
    assertThat(failed().getFirst().error()).isNotBlank();
    assertThat(texts()).isEmpty();
    assertThat(controls()).isEqualTo(StepControls.NONE.of(1));
  }

  @ParameterizedTest
  @Rows(102)
  @CsvSource({"none", "low", "medium", "high", "max"})
  void aLevelOfReasoningIsItsName(String name) {
    var effort = ReasoningEffort.of(JSON.getNodeFactory().textNode(name));

    assertThat(effort.level().name()).isEqualToIgnoringCase(name);
    assertThat(effort.wire()).isEqualTo(JSON.getNodeFactory().textNode(name));
  }

  @Test
  @Rows(102)
  void aBudgetOfReasoningIsANumberInAnObject() throws Exception {
    JsonNode wire = json("{\"budget\": 2048}");

    assertThat(JSON.treeToValue(wire, ReasoningEffort.class))
        .isEqualTo(ReasoningEffort.budget(2048));
    assertThat(JSON.<JsonNode>valueToTree(ReasoningEffort.budget(2048))).isEqualTo(wire);
  }

  @Test
  void valuesOfASnapshotCannotBeChanged() {
    inStep(
        StateCommand.none()
            .schedule(ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent("k", "x"))
            .schedule(EXCLUDE_TOOL, "rm"));

    var kept = bench.read(RuntimeKeys.CONTEXT_MESSAGES).kept();
    assertThat(kept).isUnmodifiable();
    assertThat(controls().excluded()).isUnmodifiable();
  }

  /** One step up to its model call, with a command from before it. */
  private void inStep(StateCommand command) {
    bench.nextStep();
    bench.submit(command);
    bench.enter(Phase.BEFORE_INFERENCE);
  }

  private List<String> texts() {
    return messages().stream().map(ContextMessage::content).toList();
  }

  private List<ContextMessage> messages() {
    return bench.read(RuntimeKeys.CONTEXT_MESSAGES).of(bench.hook().step());
  }

  private StepControls controls() {
    return bench.read(RuntimeKeys.STEP_CONTROLS).of(bench.hook().step());
  }

  private List<FailedScheduledAction> failed() {
    return bench.read(RuntimeKeys.FAILED_ACTIONS);
  }

  private static InferenceOverride override(String model, Double temperature, Integer maxTokens) {
    return new InferenceOverride(model, temperature, maxTokens, null, null);
  }

  private static StateCommand raw(String action, String payload) {
    return StateCommand.none()
        .schedule(new ScheduledAction(action, Phase.BEFORE_INFERENCE, json(payload)));
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
