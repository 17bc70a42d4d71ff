package io.awaken.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import io.awaken.provider.http.CutAnswers;
import io.awaken.provider.http.CutAnswers.Cut;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads streams of the Responses API as its reference documents them, over a real connection. */
@BesideOthers
class ResponsesModelTest {

  private static final RecordedWire WIRE = RecordedWire.ofEvents(ResponsesAdapter::new);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  @Rows({107, 108, 109})
  @Carries({"openai_responses:text", "openai_responses:usage", "openai_responses:cache"})
  void textArrivesInPiecesAndEndsWithUsage() throws Exception {
    StreamResult result = played("text.sse");

    assertThat(pieces.pieces()).containsExactly("text:Grüezi ", "text:Zürich 😀");
    assertThat(result.content()).containsExactly(new ContentBlock.Text("Grüezi Zürich 😀"));
    assertThat(result.toolCalls()).isEmpty();
    assertThat(result.usage()).isEqualTo(new TokenUsage(36, 87, 123, 8, null, 64));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  @Carries({"openai_responses:calls", "openai_responses:reasoning"})
  void reasoningTextAndParallelCallsKeepTheirOrder() throws Exception {
    StreamResult result = played("calls.sse");

    assertThat(pieces.pieces())
        .containsExactly(
            "reasoning:**Looking up",
            "reasoning:** the weather",
            "reasoning:\n\n",
            "reasoning:Two cities",
            "text:Let me look.",
            "call:call_bern:get_weather",
            "arguments:call_bern:{\"ci",
            "arguments:call_bern:ty\":\"Bern\"}",
            "call:call_rome:get_weather",
            "arguments:call_rome:{\"city\":",
            "arguments:call_rome:\"Rome\"}");
    assertThat(result.content())
        .containsExactly(
            encrypted(
                "**Looking up** the weather\n\nTwo cities",
                "gAAAAABopaque==",
                JSON.objectNode().put("id", "rs_67c900")),
            new ContentBlock.Text(
                "Let me look.",
                ProviderMetadata.of("p", JSON.objectNode().put("phase", "commentary"))),
            encrypted(
                "",
                "gAAAAABsecond==",
                JSON.objectNode().put("id", "rs_67c903").put("calls_before", 1)));
    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall("call_bern", "get_weather", JSON.objectNode().put("city", "Bern")),
            new ToolCall("call_rome", "get_weather", JSON.objectNode().put("city", "Rome")));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  private static ContentBlock encrypted(String text, String value, ObjectNode own) {
    return new ContentBlock.Thinking(text, "p", null, value, ProviderMetadata.of("p", own));
  }

  @Test
  @Carries("openai_responses:limit")
  void aCallCutOffByTheLengthLimitIsDroppedAndReported() throws Exception {
    StreamResult result = played("cut-by-length.sse");

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("call_bern");
    assertThat(result.hasIncompleteToolCalls()).isTrue();
    assertThat(result.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @ParameterizedTest
  @CsvSource({
    "text.sse, event: response.completed",
    "calls.sse, event: response.completed",
    "cut-by-length.sse, event: response.incomplete"
  })
  @Failures("F33")
  @Carries("openai_responses:cut")
  void aStreamCutAtAnyByteReturnsNoAnswerAndNoCall(String file, String end) throws Exception {
    byte[] stream =
        RecordedWire.recorded("openai_responses/" + file).getBytes(StandardCharsets.UTF_8);
    for (Cut cut : Cut.values()) {
      CutAnswers.assertNoCutBringsHalfAnAnswer(
          stream, end, cut, new ResponsesAdapter.Options("p", true, null).wire());
    }
  }

  @Test
  void argumentsWithoutPiecesAreTakenFromTheItem() throws Exception {
    StreamResult result =
        WIRE.answer(
            event("response.output_item.done", "\"item\":" + call("{\\\"x\\\":1}")) + COMPLETED,
            pieces);

    assertThat(pieces.pieces()).containsExactly("call:c:f", "arguments:c:{\"x\":1}");
    assertThat(result.toolCalls())
        .containsExactly(new ToolCall("c", "f", JSON.objectNode().put("x", 1)));
  }

  @Test
  void invalidJsonArgumentsStayText() throws Exception {
    StreamResult result =
        WIRE.answer(
            event("response.output_item.done", "\"item\":" + call("nonsense")) + COMPLETED, pieces);

    assertThat(result.toolCalls().getFirst().arguments()).isEqualTo(TextNode.valueOf("nonsense"));
  }

  @Test
  void aCallWithoutAnIdGetsOneAndOneWithoutANameIsAnError() throws Exception {
    String item = "\"item\":{\"type\":\"function_call\",\"name\":\"f\",\"arguments\":\"{}\"}";

    StreamResult result = WIRE.answer(event("response.output_item.done", item) + COMPLETED, pieces);

    assertThat(result.toolCalls().getFirst().id()).isEqualTo("call_0");
    assertThat(pieces.pieces()).containsExactly("call:call_0:f", "arguments:call_0:{}");
    assertThat(
            WIRE.failure(
                event("response.output_item.done", item.replace("\"name\":\"f\",", ""))
                    + COMPLETED))
        .hasMessage("model provider p sent a tool call without a name");
  }

  @Test
  void aRefusalIsTheTextOfTheAnswer() throws Exception {
    StreamResult result =
        WIRE.answer(event("response.refusal.delta", "\"delta\":\"No.\"") + COMPLETED, pieces);

    assertThat(result.content()).containsExactly(new ContentBlock.Text("No."));
  }

  @Test
  void reasoningInPlainTextIsNotSealed() throws Exception {
    StreamResult result =
        WIRE.answer(event("response.reasoning_text.delta", "\"delta\":\"Hm\"") + COMPLETED, pieces);

    assertThat(pieces.pieces()).containsExactly("reasoning:Hm");
    assertThat(result.content()).containsExactly(new ContentBlock.Thinking("Hm"));
  }

  @Test
  void aResponseThatFailedIsAnError() throws Exception {
    var failure = WIRE.failure(RecordedWire.recorded("openai_responses/failed.sse"));

    assertThat(failure.kind()).isEqualTo(Kind.PROVIDER);
    assertThat(failure)
        .hasMessage("model provider p reported an error: The model failed to generate a response.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'type':'error','code':'server_error','message':'x'}                      | PROVIDER",
        "{'type':'error','code':'rate_limit_exceeded','message':'x'}               | RATE_LIMITED",
        "{'type':'error','error':{'code':'rate_limit_exceeded','message':'x'}}     | RATE_LIMITED",
        "{'type':'error','code':'context_length_exceeded','message':'x'}           |"
            + " CONTEXT_OVERFLOW",
        "{'type':'error','code':'invalid_prompt','message':'x'}                    |"
            + " CONTENT_FILTERED",
        "{'type':'response.failed','response':{'error':{'code':'invalid_prompt'}}} |"
            + " CONTENT_FILTERED",
        "{'type':'response.failed','response':{'status':'failed','error':null}}    | PROVIDER",
        "{'type':'response.completed','response':{'status':'failed'}}              | PROVIDER",
        "{'type':'response.incomplete','response':{'incomplete_details':{'reason':'content_filter'}}}"
            + " | CONTENT_FILTERED",
      })
  @Carries("openai_responses:errors")
  void anErrorInsideTheStreamHasItsKind(String event, Kind kind) {
    assertThat(WIRE.failure("data: " + event.replace('\'', '"') + "\n\n").kind()).isEqualTo(kind);
  }

  @Test
  void anEndMarkOfAnotherWireDoesNotEndAResponse() {
    assertThat(
            WIRE.failure(
                    event("response.output_item.added", "\"item\":" + call(""))
                        + "data: [DONE]\n\n")
                .kind())
        .isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  private static final String COMPLETED =
      event("response.completed", "\"response\":{\"status\":\"completed\"}");

  private static String event(String type, String fields) {
    return "data: {\"type\":\"" + type + "\",\"output_index\":0," + fields + "}\n\n";
  }

  private static String call(String arguments) {
    return "{\"type\":\"function_call\",\"call_id\":\"c\",\"name\":\"f\",\"arguments\":\""
        + arguments
        + "\"}";
  }

  private StreamResult played(String file) throws Exception {
    return WIRE.answer(RecordedWire.recorded("openai_responses/" + file), pieces);
  }
}
