package io.awaken.core.loop.inference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.fixture.FunctionTool;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TestNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Interrupted answers and their effect on readers, tools and the conversation. */
class BrokenAnswersTest {

  private final List<LlmRequest> asked = new ArrayList<>();
  private final FunctionTool look =
      FunctionTool.answering("look", "seen")
          .describedBy(JsonNodeFactory.instance.objectNode().put("type", "object"));
  private TestNode node;

  /** One answer of the model, possibly incomplete. */
  @FunctionalInterface
  private interface Turn {
    StreamResult play(LlmListener listener) throws InferenceException;
  }

  private RunRecord run(Turn... turns) {
    Deque<Turn> left = new ArrayDeque<>(List.of(turns));
    var noWait = JsonNodeFactory.instance.objectNode().put("backoff_base_ms", 0);
    node =
        new TestNode(
            (request, listener, cancellation) -> {
              asked.add(request);
              return left.remove().play(listener);
            },
            agent -> agent.toBuilder().section("retry", noWait).build(),
            look);
    return node.run("t", "go");
  }

  private static Turn says(String text) {
    return listener -> {
      listener.text(text);
      return result(text, List.of(), false);
    };
  }

  /** Makes calls and is interrupted in another one. */
  private static Turn breaksOff(String text, List<ToolCall> whole, String cut) {
    return listener -> {
      listener.reasoning("Hm");
      if (!text.isEmpty()) {
        listener.text(text);
      }
      whole.forEach(call -> begin(listener, call.id()));
      begin(listener, cut);
      throw new InferenceException(Kind.STREAM_INTERRUPTED, "gone", null)
          .after(result(text, whole, true));
    };
  }

  private static Turn calls(String... ids) {
    return listener -> {
      List<ToolCall> calls = new ArrayList<>();
      for (String id : ids) {
        begin(listener, id);
        calls.add(call(id));
      }
      return result("", calls, false);
    };
  }

  private static void begin(LlmListener listener, String id) {
    listener.toolCallStart(id, "look");
    listener.toolCallDelta(id, "{");
  }

  private static ToolCall call(String id) {
    return new ToolCall(id, "look", JsonNodeFactory.instance.objectNode());
  }

  private static StreamResult result(String text, List<ToolCall> calls, boolean incomplete) {
    List<ContentBlock> content = text.isEmpty() ? List.of() : List.of(new ContentBlock.Text(text));
    return new StreamResult(content, calls, null, StopReason.END_TURN, incomplete);
  }

  private List<Message> history() {
    return node.stores.threads().history(new ThreadId("t"));
  }

  private List<String> begunAndVoid() {
    return node.sinks.events().stream()
        .<String>mapMulti(
            (event, out) -> {
              switch (event) {
                case AgentEvent.ToolCallStart start -> out.accept("begins " + start.id());
                case AgentEvent.ToolCallCancel cancel -> out.accept("void " + cancel.id());
                case AgentEvent.StreamReset reset -> out.accept("anew " + reset.messageId());
                case AgentEvent.ToolCallReady ready -> out.accept("made " + ready.id());
                default -> {
                  // Irrelevant here.
                }
              }
            })
        .toList();
  }

  @Test
  @Rows(1001)
  void aDroppedCallIsReportedToTheModelOnceAndNotStored() {
    run(breaksOff("", List.of(call("c1")), "c2"), calls("c3"), says("done"));

    assertThat(look.calls()).hasSize(2);
    assertThat(begunAndVoid())
        .containsExactly("begins c1", "begins c2", "void c2", "made c1", "begins c3", "made c3");
    List<Message> second = asked.get(1).messages();
    assertThat(second.getLast().text()).isEqualTo(Inference.HINT);
    assertThat(second.get(second.size() - 2).role()).isEqualTo(Role.TOOL);
    assertThat(asked.get(2).messages()).extracting(Message::text).doesNotContain(Inference.HINT);
    assertThat(history()).extracting(Message::text).doesNotContain(Inference.HINT);
  }

  @Test
  @Rows(1001)
  void aCallThatIsMadeAgainGetsAnotherIdThanTheOneThatWasCutOff() {
    run(breaksOff("Let me see.", List.of(), "c1"), calls("c1"), says("done"));

    assertThat(begunAndVoid()).containsExactly("begins c1", "void c1", "begins c1-1", "made c1-1");
    assertThat(look.calls()).hasSize(1);
    assertThat(history().get(1).text()).isEqualTo("Let me see.");
    assertThat(history().get(1).toolCalls()).extracting(ToolCall::id).containsExactly("c1-1");
  }

  @Test
  @Rows(1002)
  void aRestartedAnswerIsStoredWithoutItsVoidParts() {
    RunRecord run = run(breaksOff("", List.of(), "c1"), says("done"));

    assertThat(begunAndVoid()).containsExactly("begins c1", "anew " + run.runId() + "-1");
    assertThat(history()).hasSize(2);
    assertThat(history().getLast().content()).containsExactly(new ContentBlock.Text("done"));
  }

  @Test
  @Rows(1000)
  void anEndlessAnswerFailsTheRunWithANamedLimit() {
    Turn broken = breaksOff("Let me see.", List.of(), "c1");
    RunRecord run = run(broken, broken, broken);

    assertThat(asked).hasSize(3);
    assertThat(look.calls()).isEmpty();
    assertThat(run.termination())
        .isInstanceOfSatisfying(
            TerminationReason.Error.class,
            error -> assertThat(error.value()).contains("stream_interrupted"));
  }

  @Test
  @Rows(1171)
  void thePublishedPartOfAnEndlessAnswerIsStoredWithoutItsCalls() {
    RunRecord run =
        run(
            breaksOff("Let me ", List.of(), "c1"),
            breaksOff("see.", List.of(), "c2"),
            breaksOff(" Hm.", List.of(), "c3"));

    assertThat(history()).hasSize(2);
    assertThat(history().getLast().id()).isEqualTo(run.runId() + "-1");
    assertThat(history().getLast().content())
        .containsExactly(new ContentBlock.Text("Let me see. Hm."));
    assertThat(history().getLast().toolCalls()).isEmpty();
    assertThat(begunAndVoid())
        .containsExactly("begins c1", "void c1", "begins c2", "void c2", "begins c3", "void c3");
    assertThat(run.finalOutput()).isEqualTo("Let me see. Hm.");
  }

  @Test
  @Rows(1171)
  void theNextRunReadsThePartialAnswerOfACancelledRun() {
    RunRecord run =
        run(
            listener -> {
              listener.text("As I was say");
              begin(listener, "c1");
              throw new RunCancelled(CancellationToken.Reason.REQUESTED);
            },
            says("done"));
    node.run("t", "go on");

    assertThat(run.termination()).isEqualTo(new TerminationReason.Cancelled());
    assertThat(begunAndVoid()).containsExactly("begins c1", "void c1");
    assertThat(asked.getLast().messages())
        .extracting(Message::text)
        .containsExactly("go", "As I was say", "go on");
  }

  @Test
  @Rows({108, 1171})
  void usageOfAFailedAnswerCounts() {
    Turn broken =
        listener -> {
          listener.text("so");
          throw new InferenceException(Kind.STREAM_INTERRUPTED, "gone", null)
              .after(
                  new StreamResult(
                      List.of(new ContentBlock.Text("so")),
                      List.of(),
                      TokenUsage.of(10, 2),
                      StopReason.END_TURN,
                      false));
        };

    RunRecord run = run(broken, broken, broken);

    assertThat(run.inputTokens()).isEqualTo(30);
    assertThat(run.outputTokens()).isEqualTo(6);
    assertThat(node.sinks.events())
        .filteredOn(event -> event instanceof AgentEvent.InferenceComplete)
        .hasSize(1);
  }

  @Test
  @Rows(1004)
  void theSecondOfTwoCallsWithOneIdIsDropped() {
    run(calls("c1", "c1"), says("done"));

    assertThat(look.calls()).hasSize(1);
    assertThat(history().get(1).toolCalls()).hasSize(1);
    assertThat(history().get(2).role()).isEqualTo(Role.TOOL);
    assertThat(history()).hasSize(4);
  }

  @Test
  @Rows(1001)
  void aCallThatTheLengthLimitCutIsVoidForReadersToo() {
    run(
        listener -> {
          begin(listener, "c1");
          return new StreamResult(List.of(), List.of(), null, StopReason.MAX_TOKENS, true);
        },
        says("done"));

    assertThat(begunAndVoid()).containsExactly("begins c1", "void c1");
  }
}
