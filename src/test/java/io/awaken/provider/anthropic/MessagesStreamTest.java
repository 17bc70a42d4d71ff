package io.awaken.provider.anthropic;

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
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import io.awaken.provider.http.CutAnswers;
import io.awaken.provider.http.CutAnswers.Cut;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads streams as the provider documents them, over a real connection. */
@Rows(107)
class MessagesStreamTest {

  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  @Rows(108)
  @Carries({"anthropic:text", "anthropic:usage"})
  void textArrivesInPiecesAndTheCacheCountsAsPartOfThePrompt() throws Exception {
    StreamResult result = answer(RecordedWire.recorded("anthropic/text.txt"));

    assertThat(pieces.pieces()).containsExactly("text:Grüezi ", "text:Zürich 😀");
    assertThat(result.content()).containsExactly(new ContentBlock.Text("Grüezi Zürich 😀"));
    assertThat(result.toolCalls()).isEmpty();
    assertThat(result.usage()).isEqualTo(new TokenUsage(2_312, 9, 2_321, 2_000, 300, null));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  @Rows(108)
  @Carries({"anthropic:calls", "anthropic:reasoning"})
  void thoughtsKeepSignatureAndEncryptedFormAndCallsComeInParallel() throws Exception {
    StreamResult result = answer(RecordedWire.recorded("anthropic/thinking-and-calls.txt"));

    assertThat(pieces.pieces())
        .containsExactly(
            "reasoning:Two cities, ",
            "reasoning:two calls.",
            "text:I look both up.",
            "call:toolu_bern:get_weather",
            "arguments:toolu_bern:{\"city\": \"Be",
            "arguments:toolu_bern:rn\"}",
            "call:toolu_time:current_time");
    assertThat(result.content())
        .containsExactly(
            ContentBlock.Thinking.signed("Two cities, two calls.", "p", "c2lnbmVk"),
            new ContentBlock.Thinking("", "p", null, "ZW5jcnlwdGVk", null),
            new ContentBlock.Text("I look both up."));
    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall(
                "toolu_bern",
                "get_weather",
                JsonNodeFactory.instance.objectNode().put("city", "Bern")),
            new ToolCall("toolu_time", "current_time", JsonNodeFactory.instance.objectNode()));
    assertThat(result.usage()).isEqualTo(new TokenUsage(400, 120, 520, null, null, 40));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  @Carries("anthropic:limit")
  void aCallCutOffByTheLengthLimitIsDroppedAndReported() throws Exception {
    StreamResult result = answer(RecordedWire.recorded("anthropic/cut-by-limit.txt"));

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("toolu_whole");
    assertThat(result.hasIncompleteToolCalls()).isTrue();
    assertThat(result.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @Test
  void aCallThatHadJustBegunWhenTheLimitCameIsDroppedToo() throws Exception {
    StreamResult result =
        answer(
            event(block("{'type':'tool_use','id':'a','name':'f','input':{}}"))
                + stop("max_tokens"));

    assertThat(result.toolCalls()).isEmpty();
    assertThat(result.hasIncompleteToolCalls()).isTrue();
  }

  @ParameterizedTest
  @Failures("F33")
  @CsvSource({
    "text.txt, EARLY_END", "text.txt, BROKEN_CONNECTION",
    "thinking-and-calls.txt, EARLY_END", "thinking-and-calls.txt, BROKEN_CONNECTION",
    "cut-by-limit.txt, EARLY_END", "cut-by-limit.txt, BROKEN_CONNECTION"
  })
  @Carries("anthropic:cut")
  void aStreamCutAtAnyByteIsANamedErrorWithoutCalls(String stream, Cut cut) throws Exception {
    CutAnswers.assertNoCutBringsHalfAnAnswer(
        RecordedWire.recorded("anthropic/" + stream).getBytes(StandardCharsets.UTF_8),
        "\"stop_reason\":\"",
        cut,
        AnthropicAdapter.Options.of(AnthropicFixture.spec(Map.of())).wire());
  }

  @Test
  void anErrorInTheStreamEndsTheAnswer() {
    assertThatThrownBy(() -> answer(RecordedWire.recorded("anthropic/overloaded.txt")))
        .isInstanceOfSatisfying(
            InferenceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OVERLOADED))
        .hasMessage("model provider p reported an error: Overloaded");
    assertThat(pieces.text()).isEqualTo("Well");
  }

  @ParameterizedTest
  @CsvSource({
    "end_turn, END_TURN",
    "stop_sequence, END_TURN",
    "pause_turn, MAX_TOKENS",
    "max_tokens, MAX_TOKENS",
    "model_context_window_exceeded, MAX_TOKENS"
  })
  void theStopReasonIsReported(String reason, StopReason stopReason) throws Exception {
    assertThat(answer(text("Hi") + stop(reason)).stopReason()).isEqualTo(stopReason);
  }

  @Test
  void aRefusalIsAnError() {
    assertFails(
        text("Hm") + stop("refusal"),
        Kind.CONTENT_FILTERED,
        "model provider p stopped the answer by its content filter");
  }

  @Test
  void anEndWithoutAReasonIsAnEnd() throws Exception {
    assertThat(answer(text("Hm") + event("{'type':'message_stop'}")).stopReason())
        .isEqualTo(StopReason.END_TURN);
  }

  @Test
  void anUnknownReasonAfterTextIsAnError() {
    assertFails(
        text("Hm") + stop("something_new"),
        Kind.STOPPED_EARLY,
        "model provider p stopped its answer with the reason something_new");
  }

  @Test
  void aCallWithoutANameIsAnError() {
    assertFails(
        event(block("{'type':'tool_use','id':'a','input':{}}")) + stop("tool_use"),
        Kind.PROVIDER,
        "model provider p sent a tool call without a name");
  }

  @Test
  void argumentsWithoutACallAreAnError() {
    assertFails(
        event(delta("{'type':'input_json_delta','partial_json':'{}'}")),
        Kind.PROVIDER,
        "model provider p sent arguments of a tool call that it never began");
  }

  @Test
  void unknownEventsAreSkipped() throws Exception {
    StreamResult result =
        answer(
            event("{'type':'news','text':'x'}")
                + event(block("{'type':'hologram','text':'x'}"))
                + event(delta("{'type':'text_delta','text':'x'}"))
                + event(delta("{'type':'wave_delta','text':'x'}"))
                + stop("end_turn"));

    assertThat(result.content()).isEmpty();
    assertThat(pieces.pieces()).isEmpty();
  }

  @Test
  void invalidJsonArgumentsStayText() throws Exception {
    StreamResult result =
        answer(
            event(block("{'type':'tool_use','id':'a','name':'f','input':{}}"))
                + event(delta("{'type':'input_json_delta','partial_json':'{}]'}"))
                + stop("tool_use"));

    assertThat(result.toolCalls().getFirst().arguments()).isEqualTo(TextNode.valueOf("{}]"));
  }

  @Test
  void argumentsMayComeWholeAndACallWithoutAnId() throws Exception {
    StreamResult result =
        answer(event(block("{'type':'tool_use','name':'f','input':{'x':1}}")) + stop("tool_use"));

    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall("call_0", "f", JsonNodeFactory.instance.objectNode().put("x", 1)));
    assertThat(pieces.pieces()).containsExactly("call:call_0:f", "arguments:call_0:{\"x\":1}");
  }

  @Test
  void cutOffThinkingHasNoSignature() throws Exception {
    StreamResult result =
        answer(
            event(block("{'type':'thinking','thinking':'','signature':''}"))
                + event(delta("{'type':'thinking_delta','thinking':'Hm'}"))
                + stop("max_tokens"));

    assertThat(result.content()).containsExactly(new ContentBlock.Thinking("Hm"));
  }

  @Test
  void hiddenThinkingKeepsItsSignature() throws Exception {
    StreamResult result =
        answer(
            event(block("{'type':'thinking','thinking':'','signature':''}"))
                + event(delta("{'type':'signature_delta','signature':'c2ln'}"))
                + stop("end_turn"));

    assertThat(result.content()).containsExactly(ContentBlock.Thinking.signed("", "p", "c2ln"));
    assertThat(pieces.pieces()).isEmpty();
  }

  private void assertFails(String events, Kind kind, String message) {
    assertThatThrownBy(() -> answer(events))
        .isInstanceOfSatisfying(InferenceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }

  private StreamResult answer(String events) throws Exception {
    return AnthropicFixture.WIRE.answer(events, pieces);
  }

  private static String event(String data) {
    return "data: " + data.replace('\'', '"') + "\n\n";
  }

  private static String block(String block) {
    return "{'type':'content_block_start','index':0,'content_block':" + block + "}";
  }

  private static String delta(String delta) {
    return "{'type':'content_block_delta','index':0,'delta':" + delta + "}";
  }

  private static String text(String text) {
    return event(block("{'type':'text','text':'" + text + "'}"));
  }

  private static String stop(String reason) {
    return event("{'type':'message_delta','delta':{'stop_reason':'" + reason + "'},'usage':{}}")
        + event("{'type':'message_stop'}");
  }
}
