package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.StopReason;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** An answer cut off by the model's length limit is continued within its step. */
@Rows(11)
class ContinuedAnswerTest {

  private RecordingModel model;
  private TestNode node;

  private RunRecord run(UnaryOperator<AgentSpec> agent, ScriptBuilder... turns) {
    model = RecordingModel.turns(turns);
    node = new TestNode(model, agent, FunctionTool.answering("look", "seen"));
    return node.run("t", "go");
  }

  private static ScriptBuilder cut(String text) {
    return Script.builder()
        .says(text)
        .andStops(StopReason.MAX_TOKENS)
        .andUses(TokenUsage.of(10, 5));
  }

  private static ScriptBuilder says(String text) {
    return Script.builder().says(text).andUses(TokenUsage.of(10, 5));
  }

  private List<Message> history() {
    return node.stores.threads().history(new ThreadId("t"));
  }

  @Test
  void aCutAnswerIsContinuedAndStoredAsOneMessage() {
    RunRecord run = run(agent -> agent, cut("Once upon "), cut("a time "), says("there was."));

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(run.finalOutput()).isEqualTo("Once upon a time there was.");
    assertThat(history()).extracting(Message::text).containsExactly("go", run.finalOutput());
    assertThat(run.steps()).isEqualTo(1);
    assertThat(node.sinks.outline()).filteredOn("StepStart"::equals).hasSize(1);
  }

  @Test
  void theModelGetsItsPartialAnswerAndThePromptToContinue() {
    run(agent -> agent, cut("Once upon "), says("a time."));

    assertThat(model.requests().getFirst().messages()).hasSize(1);
    List<Message> second = model.requests().getLast().messages();
    assertThat(second)
        .extracting(Message::role)
        .containsExactly(Role.USER, Role.ASSISTANT, Role.USER);
    assertThat(second.get(1).text()).isEqualTo("Once upon ");
    assertThat(second.get(2).text()).isEqualTo(ContinuedAnswer.CONTINUE);
  }

  @Test
  void anAnswerThatIsStillCutEndsTheRunWithThatReason() {
    RunRecord run = run(agent -> agent, cut("one "), cut("two "), cut("three "), says("four"));

    assertThat(model.requests()).hasSize(3);
    assertThat(run.finalOutput()).isEqualTo("one two three ");
    assertThat(run.termination())
        .isInstanceOfSatisfying(
            TerminationReason.Stopped.class,
            stopped -> assertThat(stopped.value().code()).isEqualTo("max_tokens"));
  }

  @Test
  void anAgentThatMayNotContinueEndsAtOnce() {
    RunRecord run =
        run(agent -> agent.toBuilder().maxContinuationRetries(0).build(), cut("one "), says("two"));

    assertThat(model.requests()).hasSize(1);
    assertThat(run.finalOutput()).isEqualTo("one ");
    assertThat(run.termination()).isInstanceOf(TerminationReason.Stopped.class);
  }

  @Test
  void aCutOffCallIsRequestedAgainAndExecuted() {
    RunRecord run =
        run(
            agent -> agent,
            Script.builder().callsWithText("look", "{\"a\":").andStops(StopReason.MAX_TOKENS),
            Script.builder().calls("look", Map.of()),
            says("seen"));

    assertThat(model.requests().get(1).messages())
        .extracting(Message::text)
        .containsExactly("go", ContinuedAnswer.CALL_AGAIN);
    assertThat(run.finalOutput()).isEqualTo("seen");
    assertThat(history().get(1).toolCalls()).hasSize(1);
    assertThat(history()).extracting(Message::role).contains(Role.TOOL);
  }

  @Test
  void tokensOfAllPartsCount() {
    RunRecord run = run(agent -> agent, cut("one "), says("two"));

    assertThat(run.inputTokens()).isEqualTo(20);
    assertThat(run.outputTokens()).isEqualTo(10);
    PhaseContext after =
        node.phases.stream()
            .filter(context -> context.phase() == Phase.AFTER_INFERENCE)
            .findFirst()
            .orElseThrow();
    assertThat(after.usage()).isEqualTo(TokenUsage.of(20, 10));
  }

  @Test
  void anAnswerEndsWhenTheModelsWindowIsFull() {
    LlmExecutor full = model(Script.builder().fails(InferenceException.Kind.CONTEXT_OVERFLOW));
    LlmExecutor first = model(cut("as far as it goes"));
    node =
        new TestNode(
            (request, listener, cancellation) ->
                (request.messages().size() == 1 ? first : full)
                    .execute(request, listener, cancellation),
            agent -> agent);

    RunRecord run = node.run("t", "go");

    assertThat(run.finalOutput()).isEqualTo("as far as it goes");
    assertThat(run.termination()).isInstanceOf(TerminationReason.Stopped.class);
    assertThat(history().getLast().content())
        .containsExactly(new ContentBlock.Text("as far as it goes"));
  }

  private static LlmExecutor model(ScriptBuilder turn) {
    return RecordingModel.turns(turn);
  }
}
