package io.awaken.provider.gemini;

import static io.awaken.provider.gemini.GeminiFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ProviderMetadata;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads streams as the provider documents them, over a real connection. */
@Rows(107)
class GenerateStreamTest {

  private final RecordedPieces pieces = new RecordedPieces();

  private static ObjectNode own(String json) throws Exception {
    return ProviderMetadata.of("p", json(json));
  }

  @Test
  @Rows(108)
  @Carries({"gemini:text", "gemini:usage", "gemini:cache"})
  void textArrivesInPiecesAndThoughtsCountAsPartOfTheAnswer() throws Exception {
    StreamResult result = answer(RecordedWire.recorded("gemini/text.txt"));

    assertThat(pieces.pieces()).containsExactly("text:Grüezi ", "text:Zürich 😀");
    assertThat(result.content())
        .containsExactly(
            new ContentBlock.Text("Grüezi Zürich 😀"),
            ContentBlock.Thinking.signed("", "p", "c2lnLWVuZA=="));
    assertThat(result.usage()).isEqualTo(new TokenUsage(2_312, 49, 2_361, 2_000, null, 40));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  @Rows(108)
  @Carries({"gemini:calls", "gemini:reasoning"})
  void callsComeInParallelAndKeepIdAndSignature() throws Exception {
    StreamResult result = answer(RecordedWire.recorded("gemini/thoughts-and-calls.txt"));

    assertThat(pieces.pieces())
        .containsExactly(
            "reasoning:Two cities, ",
            "reasoning:two calls.",
            "text:I look both up.",
            "call:fc-bern:get_weather",
            "arguments:fc-bern:{\"city\":\"Bern\"}",
            "call:call_1:get_weather",
            "arguments:call_1:{\"city\":\"Genève\"}",
            "call:call_2:current_time",
            "arguments:call_2:{}");
    assertThat(result.content())
        .containsExactly(
            new ContentBlock.Thinking("Two cities, two calls."),
            new ContentBlock.Text("I look both up."));
    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall(
                "fc-bern",
                "get_weather",
                json("{'city':'Bern'}"),
                own("{'id':'fc-bern','thoughtSignature':'c2lnbmVk'}")),
            new ToolCall("call_1", "get_weather", json("{'city':'Genève'}")),
            new ToolCall("call_2", "current_time", json("{}")));
    assertThat(result.usage()).isEqualTo(new TokenUsage(405, 120, 525, null, null, 40));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  @Carries("gemini:limit")
  void anAnswerCutByTheLengthLimitIsReported() throws Exception {
    StreamResult result = answer(RecordedWire.recorded("gemini/cut-by-limit.txt"));

    assertThat(result.content()).containsExactly(new ContentBlock.Text("Once upon a"));
    assertThat(result.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @ParameterizedTest
  @Failures("F33")
  @CsvSource({
    "text.txt, EARLY_END", "text.txt, BROKEN_CONNECTION",
    "thoughts-and-calls.txt, EARLY_END", "thoughts-and-calls.txt, BROKEN_CONNECTION",
    "cut-by-limit.txt, EARLY_END", "cut-by-limit.txt, BROKEN_CONNECTION"
  })
  @Carries("gemini:cut")
  void aStreamCutAtAnyByteIsANamedErrorWithoutCalls(String stream, Cut cut) throws Exception {
    CutAnswers.assertNoCutBringsHalfAnAnswer(
        RecordedWire.recorded("gemini/" + stream).getBytes(StandardCharsets.UTF_8),
        "\"finishReason\"",
        cut,
        GeminiAdapter.wire("p"));
  }

  @Test
  void anErrorInTheStreamEndsTheAnswer() {
    assertThatThrownBy(() -> answer(RecordedWire.recorded("gemini/overloaded.txt")))
        .isInstanceOfSatisfying(
            InferenceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OVERLOADED))
        .hasMessage("model provider p reported an error: The model is overloaded.");
    assertThat(pieces.text()).isEqualTo("Well");
  }

  @Test
  void aPartWithASignatureStaysAlone() throws Exception {
    StreamResult result =
        answer(
            parts("{'text':'Hm','thought':true}")
                + parts("{'text':'well','thought':true,'thoughtSignature':'czE='}")
                + parts("{'text':'a'},{'text':'b'}")
                + parts("{'text':'c','thoughtSignature':'czI='}")
                + parts("{'text':'d'}")
                + finish("STOP"));

    assertThat(result.content())
        .containsExactly(
            new ContentBlock.Thinking("Hm"),
            ContentBlock.Thinking.signed("well", "p", "czE="),
            new ContentBlock.Text("ab"),
            new ContentBlock.Text("c", own("{'thoughtSignature':'czI='}")),
            new ContentBlock.Text("d"));
    assertThat(pieces.text()).isEqualTo("abcd");
  }

  @Test
  void aCharacterThatTheProviderCutBetweenTwoChunksIsJoined() throws Exception {
    StreamResult result =
        answer(parts("{'text':'a\\ud83d'}") + parts("{'text':'\\ude00b'}") + finish("STOP"));

    assertThat(result.text()).isEqualTo("a😀b");
    assertThat(pieces.pieces()).containsExactly("text:a", "text:😀b");
  }

  @Test
  void anImageOfTheModelIsKeptAndItsDraftsAreNot() throws Exception {
    StreamResult result =
        answer(
            parts("{'inlineData':{'mimeType':'image/png','data':'AA=='},'thought':true}")
                + parts("{'inlineData':{'mimeType':'image/png','data':'AQI='}}")
                + finish("STOP"));

    assertThat(result.content())
        .containsExactly(MediaKind.IMAGE.of("image/png", new byte[] {1, 2}, null));
  }

  @Test
  void unknownPartsAreSkipped() throws Exception {
    StreamResult result =
        answer(parts("{'hologram':{'x':1}}") + parts("{'text':'Hi'}") + finish("STOP"));

    assertThat(result.content()).containsExactly(new ContentBlock.Text("Hi"));
  }

  @Test
  void aGeneratedIdIsUnique() throws Exception {
    StreamResult result =
        answer(
            parts("{'functionCall':{'name':'f','id':'call_1'}}," + "{'functionCall':{'name':'g'}}")
                + finish("STOP"));

    assertThat(result.toolCalls()).extracting(ToolCall::id).containsExactly("call_1", "call_1_");
  }

  @ParameterizedTest
  @CsvSource({
    "SAFETY, CONTENT_FILTERED",
    "RECITATION, CONTENT_FILTERED",
    "LANGUAGE, CONTENT_FILTERED",
    "BLOCKLIST, CONTENT_FILTERED",
    "PROHIBITED_CONTENT, CONTENT_FILTERED",
    "SPII, CONTENT_FILTERED",
    "IMAGE_SAFETY, CONTENT_FILTERED",
    "MALFORMED_FUNCTION_CALL, PROVIDER",
    "UNEXPECTED_TOOL_CALL, PROVIDER",
    "TOO_MANY_TOOL_CALLS, PROVIDER",
    "MALFORMED_RESPONSE, PROVIDER",
    "MISSING_THOUGHT_SIGNATURE, INVALID_REQUEST",
  })
  void anEndWithoutAnAnswerIsAnError(String reason, Kind kind) {
    assertThatThrownBy(() -> answer(parts("{'text':'Hm'}") + finish(reason)))
        .isInstanceOfSatisfying(
            InferenceException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }

  @Test
  void anUnknownReasonAfterAPartIsAnErrorAndOtherwiseTheAnswerIsEmpty() throws Exception {
    assertFails(
        parts("{'text':'Hm'}") + finish("NEWS"),
        Kind.STOPPED_EARLY,
        "model provider p stopped its answer with the reason NEWS");

    StreamResult result = answer(finish("OTHER"));
    assertThat(result.isEmpty()).isTrue();
    assertThat(result.providerReason()).isEqualTo("OTHER");
  }

  @Test
  void aRefusedPromptIsAnError() {
    assertFails(
        event("{'promptFeedback':{'blockReason':'SAFETY'}}"),
        Kind.CONTENT_FILTERED,
        "model provider p refused the prompt by its content filter");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'functionCall':{'args':{}}}                        | a tool call without a name
          {'inlineData':{'mimeType':'image/png','data':'?'}}  | media that is not base64
          """)
  void anInvalidPartIsAnError(String part, String what) {
    assertFails(parts(part) + finish("STOP"), Kind.PROVIDER, "model provider p sent " + what);
  }

  private void assertFails(String events, Kind kind, String message) {
    assertThatThrownBy(() -> answer(events))
        .isInstanceOfSatisfying(InferenceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessage(message);
  }

  private StreamResult answer(String events) throws Exception {
    return GeminiFixture.WIRE.answer(events, pieces);
  }

  private static String event(String data) {
    return "data: " + data.replace('\'', '"') + "\n\n";
  }

  private static String parts(String parts) {
    return event("{'candidates':[{'content':{'parts':[" + parts + "],'role':'model'}}]}");
  }

  private static String finish(String reason) {
    return event("{'candidates':[{'finishReason':'" + reason + "'}]}");
  }
}
