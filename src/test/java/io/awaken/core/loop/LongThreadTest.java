package io.awaken.core.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.Caller;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.WindowLimits;
import io.awaken.core.submit.RunRequest;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.RecordingModel;
import io.awaken.fixture.TestNode;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs on threads that exceed the window. */
@Timeout(60)
class LongThreadTest {

  private static final ThreadId THREAD = new ThreadId("t");
  private static final WindowLimits WINDOW = new WindowLimits(20_000, 20);
  private static final ContextLimits LIMITS =
      new ContextLimits(WINDOW, new ThreadLimits(1_000, 1 << 20), 100_000, 10_000);

  private final HistoryBudget budget = new HistoryBudget(1 << 20);
  private RecordingModel model;

  private TestNode node(ContextLimits limits, ScriptBuilder turn, FunctionTool... tools) {
    return node(limits, List.of(turn), tools);
  }

  private TestNode node(ContextLimits limits, List<ScriptBuilder> turns, FunctionTool... tools) {
    model = RecordingModel.turns(turns.toArray(ScriptBuilder[]::new));
    return new TestNode(
        TestNode.inMemory(),
        TestNode.within(limits, budget),
        model,
        UnaryOperator.identity(),
        List.of(),
        tools);
  }

  private static ScriptBuilder says(String text) {
    return Script.builder().says(text);
  }

  /** This many calls of a tool, one per step, and an answer. */
  private static List<ScriptBuilder> calls(int count) {
    var turns = new ArrayList<ScriptBuilder>();
    for (int i = 0; i < count; i++) {
      turns.add(Script.builder().calls("echo", Map.of("value", "x")));
    }
    turns.add(says("done"));
    return turns;
  }

  private static List<ScriptBuilder> repeated(List<ScriptBuilder> turns, int times) {
    return Collections.nCopies(times, turns).stream().flatMap(List::stream).toList();
  }

  private static RunRecord say(TestNode node, int messages, String text) {
    var id =
        node.service
            .submit(
                new RunRequest("a", THREAD, Collections.nCopies(messages, text), Caller.ANONYMOUS))
            .runId();
    node.executeAll();
    return node.record(id);
  }

  private List<Message> asked() {
    return model.requests().getLast().messages();
  }

  @Test
  void theModelGetsTheNewestMessagesOnly() {
    TestNode node = node(LIMITS, says("fine"));
    say(node, 100, "first");
    say(node, 1, "last");

    assertThat(asked()).hasSizeLessThanOrEqualTo(20);
    assertThat(asked().getLast().text()).isEqualTo("last");
    assertThat(node.stores.threads().history(THREAD)).hasSize(103);
  }

  @Test
  void theMemoryOfARunDoesNotGrow() {
    TestNode node = node(LIMITS, calls(12), FunctionTool.answering("echo", "x".repeat(3_000)));
    var run = say(node, 1, "go");

    assertThat(run.termination()).isEqualTo(new TerminationReason.NaturalEnd());
    assertThat(model.requests())
        .allSatisfy(
            request ->
                assertThat(MessageBytes.of(request.messages())).isLessThanOrEqualTo(WINDOW.bytes()))
        .allSatisfy(request -> assertThat(request.messages()).doesNotHaveDuplicates())
        .allSatisfy(request -> assertWholeCalls(request.messages()));
    assertThat(budget.used()).isZero();
  }

  private static void assertWholeCalls(List<Message> messages) {
    var calls =
        messages.stream().flatMap(message -> message.toolCalls().stream()).map(ToolCall::id);
    var results = messages.stream().map(Message::toolCallId).filter(id -> id != null).toList();
    assertThat(calls).containsExactlyElementsOf(results);
  }

  @Test
  void aLastMessageThatIsTooLargeEndsTheRunWithItsName() {
    TestNode node = node(LIMITS, says("fine"));
    var run = say(node, 1, "x".repeat(30_000));

    assertThat(error(run)).startsWith("history_too_large: ");
    assertThat(codes(node)).contains("history_too_large");
    assertThat(model.requests()).isEmpty();
    assertThat(say(node, 1, "short").termination()).isEqualTo(new TerminationReason.NaturalEnd());
  }

  @Test
  void aResultTooLargeForTheWindowEndsTheRunAfterIt() {
    TestNode node = node(LIMITS, calls(1), FunctionTool.answering("echo", "x".repeat(30_000)));
    var run = say(node, 1, "go");

    assertThat(error(run)).startsWith("history_too_large: ");
    assertThat(node.stores.threads().history(THREAD)).hasSize(3);
  }

  @Test
  void anAnswerThatIsTooLargeEndsTheRun() {
    TestNode node = node(LIMITS, says("x".repeat(10_001)));
    var run = say(node, 1, "go");

    assertThat(error(run)).startsWith("answer_too_large: ");
    assertThat(codes(node)).contains("answer_too_large");
    assertThat(node.stores.threads().history(THREAD)).hasSize(1);
  }

  @Test
  void aRequestThatIsTooLargeIsNotSent() {
    var small = new ContextLimits(WINDOW, LIMITS.thread(), 1_000, 10_000);
    TestNode node = node(small, says("fine"));

    say(node, 1, "x".repeat(2_000));

    assertThat(codes(node)).contains("context_overflow");
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void aRunThatFillsItsThreadEndsAfterThatStep() {
    var limits = new ContextLimits(WINDOW, new ThreadLimits(6, 1 << 20), 100_000, 10_000);
    TestNode node = node(limits, calls(10), FunctionTool.answering("echo", "y"));
    var run = say(node, 1, "go");

    assertThat(run.termination())
        .isInstanceOfSatisfying(
            TerminationReason.Stopped.class,
            stopped -> assertThat(stopped.value().code()).isEqualTo("thread_full"));
    assertThat(node.stores.threads().history(THREAD)).hasSize(7);
  }

  @Test
  void countedCallIdsAreUniqueAlsoBeyondTheWindow() {
    TestNode node = node(LIMITS, repeated(calls(1), 12), FunctionTool.answering("echo", "y"));
    for (int i = 0; i < 12; i++) {
      say(node, 1, "go");
    }
    List<String> ids =
        node.stores.threads().history(THREAD).stream()
            .flatMap(message -> message.toolCalls().stream())
            .map(ToolCall::id)
            .toList();
    assertThat(ids).hasSize(12).doesNotHaveDuplicates();
  }

  @Test
  void aRunThatIsCancelledWhileItWaitsForMemoryEnds() {
    TestNode node = node(LIMITS, says("fine"));
    say(node, 100, "first");
    var others = budget.take(1 << 20, new CancellationToken());
    var id = node.submit("t", "last");
    var run = Thread.ofVirtual().start(node::executeAll);
    while (budget.waiting() == 0) {
      Thread.onSpinWait();
    }
    node.canceller.cancel(id, Caller.ANONYMOUS);
    join(run);

    assertThat(node.record(id).termination()).isEqualTo(new TerminationReason.Cancelled());
    others.close();
    assertThat(budget.used()).isZero();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String error(RunRecord run) {
    return ((TerminationReason.Error) run.termination()).value();
  }

  private static List<String> codes(TestNode node) {
    return node.sinks.events().stream()
        .filter(AgentEvent.Error.class::isInstance)
        .map(event -> ((AgentEvent.Error) event).code())
        .toList();
  }
}
