package io.awaken.core.model.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.Visibility;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.fixture.CountedFailures;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Recovery of interrupted answers. */
@Rows({1000, 1001, 1002})
class RecoveringExecutorTest {

  private static final Message QUESTION = Message.user("Which weather?");

  private final RecordedPieces pieces = new RecordedPieces();
  private final List<LlmRequest> asked = new ArrayList<>();
  private final List<Duration> waits = new ArrayList<>();
  private final CountedFailures counted = new CountedFailures();
  private final CancellationToken cancellation = new CancellationToken();

  /** One answer of the model, possibly incomplete. */
  @FunctionalInterface
  private interface Turn {
    StreamResult play(LlmListener listener) throws InferenceException;
  }

  private StreamResult answer(int retries, Turn... turns) throws InferenceException {
    Deque<Turn> left = new ArrayDeque<>(List.of(turns));
    LlmExecutor model =
        (request, listener, token) -> {
          asked.add(request);
          return left.remove().play(listener);
        };
    return new RecoveringExecutor(
            model,
            retries,
            (retry, broke) ->
                broke.retryAfter() == null ? Duration.ofSeconds(retry + 1) : broke.retryAfter(),
            new ModelPorts(
                (wait, token) -> {
                  waits.add(wait);
                  token.throwIfCancelled();
                },
                () -> 0,
                ModelPorts.plain().breakers(),
                counted),
            LlmRetryPolicy.USUAL_WAIT)
        .execute(
            new LlmRequest("m", null, List.of(QUESTION), List.of(), InferenceParameters.DEFAULT),
            pieces,
            cancellation);
  }

  private static Turn says(String text) {
    return listener -> {
      listener.text(text);
      return result(List.of(new ContentBlock.Text(text)), List.of(), false);
    };
  }

  private static Turn fails(Kind kind) {
    return listener -> {
      throw new InferenceException(kind, kind.code(), null);
    };
  }

  /** Breaks off and reports the complete parts. */
  private static Turn breaksOff(
      String reasoning, String text, List<ToolCall> whole, String... begun) {
    return breaksOff(Kind.STREAM_INTERRUPTED, reasoning, text, whole, begun);
  }

  private static Turn breaksOff(
      Kind kind, String reasoning, String text, List<ToolCall> whole, String... begun) {
    return listener -> {
      List<ContentBlock> content = new ArrayList<>();
      if (!reasoning.isEmpty()) {
        listener.reasoning(reasoning);
        content.add(ContentBlock.Thinking.signed(reasoning, "p", "signature"));
      }
      if (!text.isEmpty()) {
        listener.text(text);
        content.add(new ContentBlock.Text(text));
      }
      for (ToolCall call : whole) {
        listener.toolCallStart(call.id(), call.name());
      }
      for (String id : begun) {
        listener.toolCallStart(id, "look");
        listener.toolCallDelta(id, "{\"at\":");
      }
      throw new InferenceException(kind, "gone", null)
          .after(result(content, whole, begun.length > 0));
    };
  }

  private static StreamResult result(
      List<ContentBlock> content, List<ToolCall> calls, boolean incomplete) {
    return new StreamResult(content, calls, TokenUsage.of(10, 2), StopReason.END_TURN, incomplete);
  }

  private static ToolCall call(String id) {
    return new ToolCall(id, "look", JsonNodeFactory.instance.objectNode());
  }

  /** The roles of a request and the text of its last message. */
  private static List<String> outline(LlmRequest request) {
    List<String> outline =
        new ArrayList<>(request.messages().stream().map(message -> message.role().wire()).toList());
    outline.add(request.messages().getLast().text());
    return outline;
  }

  @Test
  void textIsContinuedAndCountsAsOneAnswer() throws Exception {
    StreamResult whole = answer(2, breaksOff("", "It is ", List.of()), says("warm."));

    assertThat(whole.text()).isEqualTo("It is warm.");
    assertThat(whole.content()).hasSize(1);
    assertThat(pieces.pieces()).containsExactly("text:It is ", "text:warm.");
    assertThat(outline(asked.getLast()))
        .containsExactly("user", "assistant", "user", RecoveringExecutor.CONTINUE);
    assertThat(asked.getLast().messages().get(1).text()).isEqualTo("It is ");
    assertThat(asked.getLast().messages().getLast().visibility()).isEqualTo(Visibility.INTERNAL);
    assertThat(whole.usage()).isEqualTo(TokenUsage.of(20, 4));
    assertThat(counted.all()).containsExactly("CONTINUED");
  }

  @Test
  void completeCallsAreTheAnswerWithoutAnotherModelCall() throws Exception {
    StreamResult whole = answer(0, breaksOff("", "Let me see.", List.of(call("c1")), "c2"));

    assertThat(whole.toolCalls()).extracting(ToolCall::id).containsExactly("c1");
    assertThat(whole.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(whole.hasIncompleteToolCalls()).as("c2 was dropped").isTrue();
    assertThat(asked).hasSize(1);
    assertThat(waits).isEmpty();
    assertThat(counted.all()).containsExactly("CALLS_MADE");
  }

  @Test
  void aCutOffCallIsVoidAndItsTextIsContinued() throws Exception {
    StreamResult whole =
        answer(
            2,
            breaksOff("", "Let me see. ", List.of(), "c1"),
            listener -> {
              listener.toolCallStart("c1", "look");
              return result(List.of(), List.of(call("c1")), false);
            });

    assertThat(pieces.pieces())
        .containsExactly(
            "text:Let me see. ",
            "call:c1:look",
            "arguments:c1:{\"at\":",
            "cancelled:c1",
            "call:c1:look");
    assertThat(outline(asked.getLast()))
        .containsExactly("user", "assistant", "user", RecoveringExecutor.CALL_AGAIN);
    assertThat(whole.text()).isEqualTo("Let me see. ");
    assertThat(whole.toolCalls()).hasSize(1);
    assertThat(counted.all()).containsExactly("CALL_CUT");
  }

  @Test
  void anAnswerWithNothingToContinueIsRestarted() throws Exception {
    StreamResult whole = answer(2, breaksOff("Hm", " \n", List.of(), "c1"), says("It is warm."));

    assertThat(pieces.pieces()).contains("restarted").doesNotContain("cancelled:c1");
    assertThat(asked.getLast().messages()).isEqualTo(asked.getFirst().messages());
    assertThat(whole.content()).containsExactly(new ContentBlock.Text("It is warm."));
    assertThat(counted.all()).containsExactly("RESTARTED");
  }

  @Test
  void trailingReasoningLosesItsSignature() throws Exception {
    Turn broken =
        listener -> {
          listener.text("a");
          listener.reasoning("b");
          throw new InferenceException(Kind.STREAM_INTERRUPTED, "gone", null)
              .after(
                  result(
                      List.of(
                          ContentBlock.Thinking.signed("first", "p", "s"),
                          new ContentBlock.Text("a"),
                          ContentBlock.Thinking.signed("b", "p", "s")),
                      List.of(),
                      false));
        };

    StreamResult whole = answer(2, broken, says("c"));

    assertThat(whole.content())
        .containsExactly(
            ContentBlock.Thinking.signed("first", "p", "s"),
            new ContentBlock.Text("a"),
            new ContentBlock.Thinking("b"),
            new ContentBlock.Text("c"));
  }

  @Test
  void textIsNeverWithdrawnHoweverItsContinuationFails() throws Exception {
    StreamResult whole =
        answer(
            3,
            breaksOff("", "It ", List.of()),
            breaksOff("Hm", "", List.of(), "c1"),
            fails(Kind.OVERLOADED),
            says("is warm."));

    assertThat(pieces.pieces()).contains("cancelled:c1").doesNotContain("restarted");
    assertThat(whole.text()).isEqualTo("It is warm.");
    assertThat(waits).extracting(Duration::toSeconds).containsExactly(1L, 2L, 3L);
  }

  @Test
  void withoutReportedPartsNoCallIsComplete() throws Exception {
    Turn broken =
        listener -> {
          listener.text("Let me see.");
          listener.toolCallStart("c1", "look");
          listener.toolCallDelta("c1", "{}");
          throw new InferenceException(Kind.TIMEOUT, "silent", null);
        };

    assertThat(answer(1, broken, says(" No.")).text()).isEqualTo("Let me see. No.");
    assertThat(pieces.pieces()).contains("cancelled:c1");
  }

  @Test
  void theAnswerFailsWithItsInterruptionWhenRetriesAreUsedUp() {
    InferenceException failure =
        catchThrowableOfType(
            InferenceException.class,
            () -> answer(1, breaksOff("", "a", List.of()), breaksOff("", "b", List.of())));

    assertThat(counted.all()).containsExactly("CONTINUED", "FAILED");

    assertThat(failure.kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
    assertThat(asked).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCallThatFailsBeforeItsFirstPieceIsNotRecoveredHere(Kind kind) {
    assertThatThrownBy(() -> answer(2, fails(kind))).hasMessage(kind.code());
    assertThat(asked).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void onlyTransientFailuresAreRecovered(Kind kind) {
    catchThrowableOfType(
        InferenceException.class, () -> answer(1, breaksOff(kind, "", "a", List.of()), says("b")));

    assertThat(asked).hasSize(kind.retryable() ? 2 : 1);
  }

  /** Streams text, then requires a wait. */
  private static Turn requires(int seconds) {
    return listener -> {
      listener.text("a");
      throw new InferenceException(Kind.RATE_LIMITED, "slow", Duration.ofSeconds(seconds), null);
    };
  }

  /** Like a call that has streamed nothing yet. */
  private static Turn waitsThen(int seconds, Turn then) {
    return listener -> {
      var wanted = Duration.ofSeconds(seconds);
      var slow = new InferenceException(Kind.RATE_LIMITED, "slow", wanted, null);
      listener.longWait(slow, wanted, LlmRetryPolicy.USUAL_WAIT);
      return then.play(listener);
    };
  }

  @Test
  @Rows(1173)
  void aContinuationWaitsForTheRequiredTime() throws Exception {
    assertThat(answer(2, requires(40), says("b")).text()).isEqualTo("ab");

    assertThat(waits).containsExactly(Duration.ofSeconds(40));
  }

  @Test
  @Rows(1173)
  void anAnswerWaitsForAtMostAMinuteInTotal() {
    InferenceException failure =
        catchThrowableOfType(
            InferenceException.class, () -> answer(4, requires(40), requires(10), requires(21)));

    assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(waits).extracting(Duration::toSeconds).containsExactly(40L, 10L);
    assertThat(asked).hasSize(3);
  }

  @Test
  @Rows(1173)
  void aContinuationBlocksWhenItsRunCannotBeReleased() throws Exception {
    assertThat(answer(2, requires(1), waitsThen(60, says("b"))).text()).isEqualTo("ab");
    assertThat(waits).extracting(Duration::toSeconds).containsExactly(1L, 60L);

    assertThatThrownBy(() -> answer(2, requires(1), waitsThen(61, says("b")))).hasMessage("slow");
  }

  /** The history itself fits, so it must not be shrunk, which would repeat the answer. */
  @Test
  void aContinuationThatIsTooLongFailsAsTheInterruptionThatItWas() {
    InferenceException failure =
        catchThrowableOfType(
            InferenceException.class,
            () -> answer(2, breaksOff("", "a", List.of()), fails(Kind.CONTEXT_OVERFLOW)));

    assertThat(failure.kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  @Test
  void aCancelledRunIsNotContinued() {
    cancellation.cancel(CancellationToken.Reason.REQUESTED);

    assertThatThrownBy(() -> answer(2, breaksOff("", "a", List.of()), says("b")))
        .isInstanceOf(RunCancelled.class);
    assertThat(asked).hasSize(1);
    assertThat(asked.getFirst().messages()).extracting(Message::role).containsExactly(Role.USER);
  }
}
