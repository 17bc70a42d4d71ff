package io.awaken.builtin.stop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Cost;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Stop conditions in whole runs; every call of a stopped run has its result. */
class StoppedRunTest {

  private final SettableClock clock = new SettableClock();
  private final StopConditionPlugin plugin = new StopConditionPlugin(clock);
  private Executable work = () -> {};

  private final FunctionTool echo =
      new FunctionTool(
          "echo",
          (arguments, context) -> {
            try {
              work.execute();
            } catch (Throwable e) {
              throw new IllegalStateException(e);
            }
            return ToolResult.success("echo", arguments.path("value"));
          });

  @Test
  @Rows({140, 141, 143})
  @Attacks("S34")
  void aRunEndsWhenItsRoundsAreReachedAndAnotherWouldFollow() {
    var model = new RecordingModel(calling().calls("echo", Map.of("value", "2")).says("never"));

    var run = run(model, condition("max_rounds", fields -> fields.put("rounds", 2)));

    assertThat(run.termination())
        .isEqualTo(TerminationReason.Stopped.of("max_rounds", "the limit of 2 rounds is reached"));
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  @Rows(140)
  void aRunThatAnswersInItsLastRoundEndsByItself() {
    var run =
        run(
            new RecordingModel(calling().says("done")),
            condition("max_rounds", fields -> fields.put("rounds", 2)));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo("done");
  }

  @Test
  @Rows({140, 142, 143})
  @Attacks("S34")
  void aRunOverItsTokenBudgetEnds() {
    var run =
        run(
            new RecordingModel(calling().andUses(TokenUsage.of(90, 11)).says("never")),
            condition("token_budget", fields -> fields.put("max_total", 100)));

    assertThat(run.termination())
        .isEqualTo(
            TerminationReason.Stopped.of(
                "token_budget", "the run used 101 tokens, the budget is 100"));
  }

  @Test
  @Rows(1169)
  @Attacks("S34")
  void aRunOverItsCostBudgetEndsAndKeepsItsAnswer() {
    var first = TokenUsage.of(90, 11).costing(new Cost("0.02", "USD"));
    var model =
        new RecordingModel(
            calling()
                .andUses(first)
                .calls("echo", Map.of("value", "2"))
                .andUses(first)
                .says("never"));

    var run = run(model, condition("cost_budget", fields -> fields.put("max_total", "0.03")));

    assertThat(run.termination())
        .isEqualTo(
            TerminationReason.Stopped.of(
                "cost_budget", "the run cost 0.04 USD, the budget is 0.03"));
    assertThat(run.cost()).isEqualTo(new Cost("0.04", "USD"));
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  @Rows({140, 142})
  @Attacks("S34")
  void aRunThatTakesTooLongEndsAfterTheNextAnswer() {
    work = () -> clock.advance(Duration.ofSeconds(61));

    var run =
        run(
            new RecordingModel(calling().calls("echo", Map.of("value", "2")).says("never")),
            condition("timeout", fields -> fields.put("seconds", 60)));

    assertThat(run.termination())
        .isEqualTo(
            TerminationReason.Stopped.of("timeout", "the run took 61000 ms, the limit is 60000"));
  }

  @Test
  @Rows(141)
  void aRunEndsWithTheTextOrToolThatItsAgentNames() {
    var tool =
        run(
            new RecordingModel(calling().says("never")),
            condition("stop_on_tool", fields -> fields.put("tool_name", "echo")));
    assertThat(tool.termination())
        .isEqualTo(TerminationReason.Stopped.of("stop_on_tool", "tool echo was called"));

    var text =
        run(
            new RecordingModel(Script.builder().says("I am done here")),
            condition("content_match", fields -> fields.put("pattern", "(?i)DONE")));
    assertThat(text.termination())
        .isEqualTo(TerminationReason.Stopped.of("content_match", "the answer matches (?i)DONE"));
    assertThat(text.finalOutput()).isEqualTo("I am done here");
  }

  @Test
  @Rows(141)
  @Attacks("S34")
  void aRunThatRepeatsItselfEnds() {
    var run =
        run(
            new RecordingModel(
                calling().calls("echo", Map.of("value", "1")).calls("echo", Map.of("value", "1"))),
            condition("loop_detection", fields -> fields.put("window", 3)));

    assertThat(run.termination())
        .isEqualTo(
            TerminationReason.Stopped.of(
                "loop_detection", "the last 3 rounds made the same tool calls"));
  }

  @Test
  @Rows({140, 142})
  void failedModelCallsAreCountedIncludingRetriedOnes() {
    var model =
        RecordingModel.turns(
            Script.builder().fails(Kind.OVERLOADED), Script.builder().fails(Kind.OVERLOADED));

    var run =
        run(
            model,
            spec -> spec.toBuilder().section("retry", retries(1)).build(),
            condition("consecutive_errors", fields -> fields.put("max", 2)));

    assertThat(run.termination())
        .isEqualTo(
            TerminationReason.Stopped.of("consecutive_errors", "2 model calls failed in a row"));
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  @Rows({140, 142})
  void anAnswerResetsTheErrorCount() {
    var model =
        RecordingModel.turns(
            Script.builder().fails(Kind.OVERLOADED), Script.builder().says("better now"));

    var run =
        run(
            model,
            spec -> spec.toBuilder().section("retry", retries(1)).build(),
            condition("consecutive_errors", fields -> fields.put("max", 2)));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  private RunRecord run(RecordingModel model, JsonNode... conditions) {
    return run(model, UnaryOperator.identity(), conditions);
  }

  private RunRecord run(
      RecordingModel model, UnaryOperator<AgentSpec> change, JsonNode... conditions) {
    var node =
        new TestNode(
            model,
            spec -> change.apply(spec.toBuilder().stopConditions(List.of(conditions)).build()),
            List.of(plugin),
            echo);
    var run = node.run("t", "go");
    List<Message> history = node.stores.threads().history(new ThreadId("t"));
    assertThat(history.stream().flatMap(message -> message.toolCalls().stream()).map(ToolCall::id))
        .as("every call has its result")
        .containsExactlyElementsOf(
            history.stream().map(Message::toolCallId).filter(id -> id != null).toList());
    return run;
  }

  private static ScriptBuilder calling() {
    return Script.builder().calls("echo", Map.of("value", "1"));
  }

  private static JsonNode condition(String type, Consumer<ObjectNode> fields) {
    var condition = JsonNodeFactory.instance.objectNode().put("type", type);
    fields.accept(condition);
    return condition;
  }

  private static JsonNode retries(int retries) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("max_retries", retries)
        .put("backoff_base_ms", 0);
  }
}
