package io.awaken.core.loop.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.stop.StopConditionPlugin;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Cost;
import io.awaken.core.tool.ModelRefused;
import io.awaken.core.tool.RunModel;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tools that call their agent's model. */
@Rows(1296)
class RoundModelTest {

  private static final TokenUsage SOME = TokenUsage.of(40, 11).costing(new Cost("0.02", "USD"));

  private int questions = 1;
  private String question = "How are you?";
  private List<ToolDescriptor> questionsTools = List.of();

  /** Calls the model a configurable number of times; its result is the answers. */
  private final FunctionTool asks =
      new FunctionTool(
          "asks",
          (arguments, context) -> {
            var answers = new StringBuilder();
            for (int i = 0; i < questions; i++) {
              answers.append(i == 0 ? "" : ", ").append(answer(context.model()));
            }
            return ToolResult.success("asks", TextNode.valueOf(answers.toString()));
          });

  private String answer(RunModel model) throws InterruptedException {
    try {
      RunModel.Answer answer =
          model.ask(
              new RunModel.Question(
                  "Be short.", List.of(Message.user(question)), 50, 0.5, questionsTools));
      return answer.text() + " of " + answer.model() + (answer.cut() ? " cut" : "");
    } catch (ModelRefused e) {
      return e.code() + ": " + e.getMessage();
    }
  }

  private static ScriptBuilder calls() {
    return Script.builder().calls("asks", Map.of("value", "x"));
  }

  private RunRecord run(RecordingModel model, UnaryOperator<AgentSpec> agent, Plugin... plugins) {
    node = new TestNode(model, agent::apply, List.of(plugins), asks);
    return node.run("t", "go");
  }

  private TestNode node;

  private String result() {
    return node.stores.threads().history(new ThreadId("t")).stream()
        .filter(message -> message.toolCallId() != null)
        .findFirst()
        .orElseThrow()
        .text();
  }

  @Test
  void theModelAnswersAToolWithoutTheConversationAndItsUsageCountsForTheRun() {
    var model =
        RecordingModel.turns(
            calls().andUses(SOME),
            Script.builder().says("Well.").andUses(SOME),
            Script.builder().says("done").andUses(SOME));

    RunRecord run = run(model, UnaryOperator.identity());

    assertThat(result()).isEqualTo("Well. of m");
    LlmRequest asked = model.requests().get(1);
    assertThat(asked.model()).isEqualTo(model.requests().getFirst().model());
    assertThat(asked.system()).isEqualTo("Be short.");
    assertThat(asked.messages()).extracting(Message::text).containsExactly("How are you?");
    assertThat(asked.tools()).isEmpty();
    assertThat(asked.parameters().maxTokens()).isEqualTo(50);
    assertThat(asked.parameters().temperature()).isEqualTo(0.5);
    assertThat(run.inputTokens()).isEqualTo(120);
    assertThat(run.outputTokens()).isEqualTo(33);
    assertThat(run.cost()).isEqualTo(new Cost("0.06", "USD"));
    assertThat(model.requests().getLast().messages().toString()).doesNotContain("How are you?");
  }

  @Test
  void theModelIsOfferedTheQuestionsToolsAndTheirCallsComeBackUnexecuted() {
    var lookup = new FunctionTool("lookup", (arguments, context) -> null).descriptor();
    var found = new ArrayList<ToolCall>();
    var asking =
        new FunctionTool(
            "asks",
            (arguments, context) -> {
              try {
                var question =
                    new RunModel.Question(
                        null, List.of(Message.user("Look it up.")), null, null, List.of(lookup));
                found.addAll(context.model().ask(question).calls());
              } catch (ModelRefused e) {
                throw new AssertionError(e);
              }
              return ToolResult.success("asks", TextNode.valueOf("asked"));
            });
    var model =
        RecordingModel.turns(
            calls(),
            Script.builder().calls("lookup", Map.of("value", "sea")),
            Script.builder().says("done"));
    node = new TestNode(model, agent -> agent, List.of(), asking);

    node.run("t", "go");

    assertThat(found).extracting(ToolCall::name).containsExactly("lookup");
    assertThat(model.requests().get(1).tools()).containsExactly(lookup);
    assertThat(result()).isEqualTo("asked");
  }

  @Test
  void toolsOfAQuestionCountForItsSize() {
    var large = new ToolDescriptor("f", null, "x".repeat((int) RunModel.MAX_QUESTION), null, null);
    questionsTools = List.of(large);

    run(RecordingModel.turns(calls(), Script.builder().says("done")), UnaryOperator.identity());

    assertThat(result()).startsWith("too_large: the question has");
  }

  @Test
  void aToolOfARunThatSpentItsTokensGetsNoAnswerAndTheRunStopsAfterItsStep() {
    questions = 3;
    var model =
        RecordingModel.turns(calls().andUses(SOME), Script.builder().says("Well.").andUses(SOME));

    RunRecord run = run(model, budget(100), new StopConditionPlugin(new SettableClock()));

    assertThat(result())
        .isEqualTo(
            "Well. of m, run_stops: the run may not ask its model any more (token_budget),"
                + " run_stops: the run may not ask its model any more (token_budget)");
    assertThat(run.termination())
        .isEqualTo(
            TerminationReason.Stopped.of(
                "token_budget", "the run used 102 tokens, the budget is 100"));
    assertThat(model.requests()).hasSize(2);
  }

  private static UnaryOperator<AgentSpec> budget(int tokens) {
    var condition =
        JsonNodeFactory.instance.objectNode().put("type", "token_budget").put("max_total", tokens);
    return agent -> agent.toBuilder().stopConditions(List.of(condition)).build();
  }

  @Test
  void aFailedModelIsNamedAndTheRunContinues() {
    var model =
        RecordingModel.turns(
            calls(), Script.builder().fails(Kind.CONTENT_FILTERED), Script.builder().says("done"));

    RunRecord run = run(model, UnaryOperator.identity());

    assertThat(result()).startsWith("model_failed: the model did not answer (");
    assertThat(run.finalOutput()).isEqualTo("done");
  }

  @Test
  void aModelCallWithATooLargeQuestionIsRefused() {
    question = "x".repeat(1 << 20);
    var model = RecordingModel.turns(calls(), Script.builder().says("done"));

    run(model, UnaryOperator.identity());

    assertThat(result()).startsWith("too_large: the question has ");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void aToolOnTheRunsOwnThreadMayNotWaitForIt() {
    asks.computing();

    run(RecordingModel.turns(calls(), Script.builder().says("done")), UnaryOperator.identity());

    assertThat(result()).startsWith("no_model: ");
  }

  @Test
  void theSumOfPublishedUsageIsTheUsageOfTheRun() {
    run(
        RecordingModel.turns(calls().andUses(SOME), Script.builder().says("Well.").andUses(SOME)),
        UnaryOperator.identity());

    assertThat(node.sinks.events())
        .filteredOn(AgentEvent.InferenceComplete.class::isInstance)
        .hasSize(3);
  }
}
