package io.awaken.provider.scripted;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.hint;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@Rows(7)
class ScriptedModelTest {

  private final RecordedPieces pieces = new RecordedPieces();
  private final CancellationToken token = new CancellationToken();

  @Test
  void textIsStreamedWordByWordAndReturnedWhole() throws Exception {
    StreamResult result = play(Script.builder().says("Good  morning,\nWelt").build());

    assertThat(pieces.pieces()).containsExactly("text:Good  ", "text:morning,\n", "text:Welt");
    assertThat(result.content()).containsExactly(new ContentBlock.Text("Good  morning,\nWelt"));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(result.usage()).isNull();
  }

  @Test
  void reasoningComesBeforeTextAndCallsComeAfterIt() throws Exception {
    var usage = TokenUsage.of(3, 4);
    StreamResult result =
        play(
            Script.builder()
                .says("Looking.")
                .andReasons("Hm.")
                .andCalls("get_weather", Map.of("city", "Bern"))
                .andUses(usage)
                .build());

    assertThat(pieces.pieces())
        .containsExactly(
            "reasoning:Hm.",
            "text:Looking.",
            "call:call_1_1:get_weather",
            "arguments:call_1_1:{\"city\":\"Ber",
            "arguments:call_1_1:n\"}");
    assertThat(result.toolCalls()).hasSize(1);
    assertThat(result.toolCalls().getFirst().arguments())
        .isEqualTo(JsonNodeFactory.instance.objectNode().put("city", "Bern"));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(result.usage()).isEqualTo(usage);
  }

  @Test
  void theConversationDeterminesTheTurn() throws Exception {
    var script = Script.builder().says("one").says("two").build();

    assertThat(answer(script, user("a"))).isEqualTo("one");
    assertThat(answer(script, user("a"), assistant("one"), tool("c", "r"))).isEqualTo("two");
    assertThat(answer(script, user("a"), assistant("one"))).isEqualTo("two");
  }

  @Test
  void aUserMessageRestartsTheScriptButAHintOfTheLoopDoesNot() throws Exception {
    var script = Script.builder().says("one").says("two").build();

    assertThat(answer(script, user("a"), assistant("one"), user("b"))).isEqualTo("one");
    assertThat(answer(script, user("a"), assistant("one"), hint("go on"))).isEqualTo("two");
  }

  @Test
  void aFinishedScriptFailsUnlessItRepeats() throws Exception {
    Message[] beyond = {user("a"), assistant("one")};

    assertThatThrownBy(() -> answer(Script.builder().says("one").build(), beyond))
        .isInstanceOf(InferenceException.class)
        .hasMessage("the script has 1 turns, and turn 2 was asked for");
    assertThat(answer(Script.builder().says("one").repeating().build(), beyond)).isEqualTo("one");
  }

  @Test
  void anErrorBreaksTheAnswerOffAfterWhatWasStreamed() {
    var script = Script.builder().says("Half an").andFails(Kind.STREAM_INTERRUPTED).build();

    assertThatThrownBy(() -> play(script))
        .isInstanceOfSatisfying(
            InferenceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.STREAM_INTERRUPTED));
    assertThat(pieces.text()).isEqualTo("Half an");
  }

  @Test
  void textArgumentsAreParsedLikeOnARealWire() throws Exception {
    StreamResult json = play(Script.builder().callsWithText("t", "{\"a\":1}").build());
    StreamResult broken = play(Script.builder().callsWithText("t", "{\"a\":").build());

    assertThat(json.toolCalls().getFirst().arguments().path("a").intValue()).isEqualTo(1);
    assertThat(broken.toolCalls().getFirst().arguments()).isEqualTo(TextNode.valueOf("{\"a\":"));
  }

  @Test
  void aCallCutOffByTheLengthLimitIsDroppedAndReported() throws Exception {
    StreamResult result =
        play(
            Script.builder().callsWithText("t", "{\"a\":").andStops(StopReason.MAX_TOKENS).build());

    assertThat(result.toolCalls()).isEmpty();
    assertThat(result.hasIncompleteToolCalls()).isTrue();
    assertThat(pieces.pieces()).contains("call:call_1_1:t");
  }

  @Test
  void delaysComeBeforeTheAnswerAndBetweenItsPieces() throws Exception {
    var waits = new ArrayList<Duration>();
    var script =
        Script.builder()
            .says("a b c")
            .andWaitsFirst(Duration.ofSeconds(2))
            .wordDelay(Duration.ofMillis(20))
            .build();

    new ScriptedModel(script, (duration, cancellation) -> waits.add(duration))
        .execute(request(user("a")), pieces, token);

    assertThat(waits)
        .containsExactly(Duration.ofSeconds(2), Duration.ofMillis(20), Duration.ofMillis(20));
  }

  @Test
  void cancellationWakesADelay() throws Exception {
    var script = Script.builder().says("first second").wordDelay(Duration.ofDays(1)).build();
    var outcome = new CompletableFuture<Throwable>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                play(script);
                outcome.complete(null);
              } catch (RunCancelled | InferenceException e) {
                outcome.complete(e);
              }
            });
    pieces.awaitFirst();
    token.cancel(CancellationToken.Reason.REQUESTED);

    assertThat(outcome.join()).isInstanceOf(RunCancelled.class);
    assertThat(pieces.pieces()).isEqualTo(List.of("text:first "));
  }

  @Test
  void aCancelledCallStreamsNothing() {
    token.cancel(CancellationToken.Reason.OWNERSHIP_LOST);

    assertThatThrownBy(() -> play(Script.builder().says("one").build()))
        .isInstanceOf(RunCancelled.class);
    assertThat(pieces.pieces()).isEmpty();
  }

  private StreamResult play(Script script) throws InferenceException {
    return new ScriptedModel(script).execute(request(user("hello")), pieces, token);
  }

  private String answer(Script script, Message... messages) throws InferenceException {
    var answer = new RecordedPieces();
    new ScriptedModel(script).execute(request(messages), answer, token);
    return answer.text();
  }
}
