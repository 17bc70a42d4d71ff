package io.awaken.provider.openai;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RawHttpServer.Answer;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.RecordedWire;
import io.awaken.provider.http.CutAnswers;
import io.awaken.provider.http.CutAnswers.Cut;
import io.awaken.provider.http.FormatSupport;
import io.awaken.provider.http.ReasoningReplay;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads streams made by hand, over a real connection. */
class OpenAiModelTest {

  private static final String HELLO =
      "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n"
          + text("Grüezi ")
          + text("Zürich 😀")
          + finish("stop")
          + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4,"
          + "\"total_tokens\":13,\"prompt_tokens_details\":{\"cached_tokens\":5},"
          + "\"completion_tokens_details\":{\"reasoning_tokens\":2}}}\n\n"
          + "data: [DONE]\n\n";

  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  @Carries({"openai:text", "openai:usage", "openai:cache"})
  void textArrivesInPiecesAndEndsWithUsage() throws Exception {
    StreamResult result = answer(stream(HELLO));

    assertThat(pieces.pieces()).containsExactly("text:Grüezi ", "text:Zürich 😀");
    assertThat(result.content()).containsExactly(new ContentBlock.Text("Grüezi Zürich 😀"));
    assertThat(result.toolCalls()).isEmpty();
    assertThat(result.usage()).isEqualTo(new TokenUsage(9, 4, 13, 5, null, 2));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
    assertThat(result.hasIncompleteToolCalls()).isFalse();
  }

  @Test
  void bytesMayBeSplitInsideACharacter() throws Exception {
    byte[] bytes = HELLO.getBytes(StandardCharsets.UTF_8);
    answer(
        connection -> {
          connection.eventStream();
          for (byte b : bytes) {
            connection.bytes(new byte[] {b});
          }
        });

    assertThat(pieces.text()).isEqualTo("Grüezi Zürich 😀");
  }

  @Test
  void aCharacterThatTheProviderCutBetweenTwoEventsIsJoined() throws Exception {
    StreamResult result =
        answer(
            stream(
                text("a\\ud83d")
                    + text("\\ude00b")
                    + call(
                        "{\"index\":0,\"id\":\"c\",\"function\":"
                            + "{\"name\":\"f\",\"arguments\":\"{\\\"x\\\":\\\"\\ud83d\"}}")
                    + call("{\"index\":0,\"function\":{\"arguments\":\"\\ude00\\\"}\"}}")
                    + finish("tool_calls")));

    assertThat(pieces.pieces())
        .containsExactly(
            "text:a", "text:😀b", "call:c:f", "arguments:c:{\"x\":\"", "arguments:c:😀\"}");
    assertThat(result.toolCalls().getFirst().arguments().path("x").textValue()).isEqualTo("😀");
  }

  @Test
  void linesMayEndWithCrlfAndCommentsAreSkipped() throws Exception {
    answer(stream(": processing\n\n" + HELLO.replace("\n\n", "\n: keep-alive\n\n")));
    answer(stream(HELLO.replace("\n", "\r\n")));

    assertThat(pieces.text()).isEqualTo("Grüezi Zürich 😀Grüezi Zürich 😀");
  }

  @Test
  void aMissingEndMarkIsAcceptedAfterAFinishReason() throws Exception {
    assertThat(answer(stream(text("Hi") + finish("stop"))).stopReason())
        .isEqualTo(StopReason.END_TURN);
  }

  @Test
  void anEndMarkWithoutAFinishReasonEndsTheAnswer() throws Exception {
    assertThat(answer(stream(text("Hi") + "data: [DONE]\n\n")).stopReason())
        .isEqualTo(StopReason.END_TURN);
  }

  @Test
  @Carries("openai:reasoning")
  void reasoningOfEitherNameIsSeparateFromText() throws Exception {
    StreamResult result =
        answer(
            stream(
                "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"Hm\"}}]}\n\n"
                    + "data: {\"choices\":[{\"delta\":{\"reasoning\":\", yes\"}}]}\n\n"
                    + text("Yes.")
                    + finish("stop")));

    assertThat(pieces.pieces()).containsExactly("reasoning:Hm", "reasoning:, yes", "text:Yes.");
    assertThat(result.content())
        .containsExactly(new ContentBlock.Thinking("Hm, yes"), new ContentBlock.Text("Yes."));
  }

  @Test
  @Carries("openai:calls")
  void callsArePutTogetherByIndex() throws Exception {
    StreamResult result =
        answer(
            stream(
                call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}")
                    + call("{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\"}}")
                    + call("{\"index\":0,\"function\":{\"arguments\":\"{\\\"x\\\":\"}}")
                    + call("{\"index\":1,\"function\":{\"arguments\":\"{}\"}}")
                    + call("{\"index\":0,\"function\":{\"arguments\":\"1}\"}}")
                    + finish("tool_calls")));

    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall("a", "f", JsonNodeFactory.instance.objectNode().put("x", 1)),
            new ToolCall("b", "g", JsonNodeFactory.instance.objectNode()));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(pieces.pieces().subList(0, 3))
        .containsExactly("call:a:f", "call:b:g", "arguments:a:{\"x\":");
    assertThat(pieces.arguments("a")).isEqualTo("{\"x\":1}");
  }

  @Test
  void aCallWithALateIdIsPublishedWhenItIsKnown() throws Exception {
    answer(
        stream(
            call("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}")
                + call("{\"index\":0,\"id\":\"late\",\"function\":{\"arguments\":\"}\"}}")
                + finish("tool_calls")));

    assertThat(pieces.pieces()).containsExactly("call:late:f", "arguments:late:{}");
  }

  @Test
  void aCallWithoutAnIdGetsOne() throws Exception {
    StreamResult result =
        answer(
            stream(
                call("{\"index\":0,\"id\":\"call_1\",\"function\":{\"name\":\"f\"}}")
                    + call("{\"index\":1,\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}")
                    + finish("stop")));

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("call_1", "call_1_");
    assertThat(pieces.pieces()).containsSequence("call:call_1_:g", "arguments:call_1_:{}");
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  void callsWithIndex0AreDistinguishedByTheirIds() throws Exception {
    StreamResult result =
        answer(
            stream(
                call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\"}}")
                    + call("{\"index\":0,\"id\":\"b\",\"function\":{\"name\":\"g\"}}")
                    + finish("tool_calls")));

    assertThat(result.toolCalls()).extracting(ToolCall::name).containsExactly("f", "g");
  }

  @Test
  void theDeprecatedFunctionCallIsSupported() throws Exception {
    StreamResult result =
        answer(
            stream(
                "data: {\"choices\":[{\"delta\":{\"function_call\":"
                    + "{\"name\":\"f\",\"arguments\":\"{}\"}}}]}\n\n"
                    + finish("function_call")));

    assertThat(result.toolCalls())
        .containsExactly(new ToolCall("call_0", "f", JsonNodeFactory.instance.objectNode()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\\\"x\\\":", "nonsense", "{} {}", "{\\\"a\\\":1}]"})
  void invalidJsonArgumentsStayText(String arguments) throws Exception {
    StreamResult result =
        answer(
            stream(
                call(
                        "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\""
                            + arguments
                            + "\"}}")
                    + finish("tool_calls")));

    assertThat(result.toolCalls().getFirst().arguments())
        .isEqualTo(TextNode.valueOf(arguments.replace("\\\"", "\"")));
  }

  @Test
  @Carries("openai:limit")
  void aCallCutOffByTheLengthLimitIsDroppedAndReported() throws Exception {
    StreamResult result =
        answer(
            stream(
                call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\"}}")
                    + call("{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\"}}")
                    + call("{\"index\":1,\"function\":{\"arguments\":\"{\\\"x\\\":\"}}")
                    + finish("length")));

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("a");
    assertThat(result.hasIncompleteToolCalls()).isTrue();
    assertThat(result.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @ParameterizedTest
  @CsvSource({"calls,tool_calls", "reasoning-and-calls,tool_calls", "cut-by-length,length"})
  @Failures("F33")
  @Carries("openai:cut")
  void aStreamCutAtAnyByteReturnsNoAnswerAndNoCall(String name, String reason) throws Exception {
    byte[] stream =
        RecordedWire.recorded("openai/" + name + ".sse").getBytes(StandardCharsets.UTF_8);
    for (Cut cut : Cut.values()) {
      CutAnswers.assertNoCutBringsHalfAnAnswer(
          stream,
          "\"finish_reason\":\"" + reason + "\"",
          cut,
          new OpenAiAdapter.Options(
                  "p", true, "max_tokens", ReasoningReplay.SIGNED, FormatSupport.JSON_SCHEMA)
              .wire());
    }
  }

  @Test
  void aStreamCutInsideACallReturnsNoCall() {
    assertFails(
        stream(call("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\"}}")),
        Kind.STREAM_INTERRUPTED,
        "model provider p broke off in the middle of its answer");
  }

  @Test
  void aConnectionThatBreaksAfterTheAnswerIsHarmless() throws Exception {
    StreamResult result =
        answer(
            connection ->
                connection.text(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                        + "Content-Length: 100000\r\n\r\n"
                        + text("Hi")
                        + finish("stop")));

    assertThat(result.content()).containsExactly(new ContentBlock.Text("Hi"));
  }

  @Test
  void aContentFilterIsAnError() {
    assertFails(
        stream(text("Hm") + finish("content_filter")),
        Kind.CONTENT_FILTERED,
        "model provider p stopped the answer by its content filter");
  }

  @Test
  void anEventThatIsNoJsonIsAnErrorThatDoesNotShowIt() {
    assertFails(
        stream("data: secret nonsense\n\n"),
        Kind.PROVIDER,
        "model provider p sent an event that is not JSON");
  }

  @Test
  void anEventWithoutEndIsAnError() {
    assertFails(
        connection -> {
          connection.eventStream().text("data: ");
          for (int i = 0; i < 5 * 1024; i++) {
            connection.text("x".repeat(1024));
          }
        },
        Kind.STREAM_INTERRUPTED,
        "model provider p broke off in the middle of its answer");
  }

  private void assertFails(Answer answer, Kind kind, String message) {
    assertThatThrownBy(() -> answer(answer))
        .isInstanceOfSatisfying(InferenceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }

  private StreamResult answer(Answer answer) throws Exception {
    try (var server = RawHttpServer.answering(answer)) {
      return OpenAiFixture.model(server)
          .execute(request(user("Hi")), pieces, OpenAiFixture.token());
    }
  }

  private static Answer stream(String events) {
    return connection -> connection.eventStream().text(events);
  }

  private static String text(String text) {
    return "data: {\"choices\":[{\"delta\":{\"content\":\"" + text + "\"}}]}\n\n";
  }

  private static String call(String delta) {
    return "data: {\"choices\":[{\"delta\":{\"tool_calls\":[" + delta + "]}}]}\n\n";
  }

  private static String finish(String reason) {
    return "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
  }
}
