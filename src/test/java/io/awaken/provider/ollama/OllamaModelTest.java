package io.awaken.provider.ollama;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.spec.ProviderSpec;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Reads streams as Ollama documents them, over a real connection. */
class OllamaModelTest {

  private static final RecordedWire WIRE = RecordedWire.ofLines(OllamaAdapter::new);
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  @Rows({107, 108, 109})
  @Carries({"ollama:text", "ollama:usage"})
  void textArrivesInPiecesAndEndsWithUsage() throws Exception {
    StreamResult result = played("text.ndjson");

    assertThat(pieces.pieces()).containsExactly("text:Grüezi ", "text:Zürich 😀");
    assertThat(result.content()).containsExactly(new ContentBlock.Text("Grüezi Zürich 😀"));
    assertThat(result.usage()).isEqualTo(TokenUsage.of(26, 298));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  @Carries({"ollama:calls", "ollama:reasoning"})
  void thinkingIsSeparateFromTextAndCallsWithoutAnIdGetOne() throws Exception {
    StreamResult result = played("thinking-and-calls.ndjson");

    assertThat(pieces.pieces())
        .containsExactly(
            "reasoning:Two ",
            "reasoning:cities.",
            "text:Let me look.",
            "call:call_bern:get_weather",
            "arguments:call_bern:{\"city\":\"Bern\"}",
            "call:call_1:get_weather",
            "arguments:call_1:{\"city\":\"Rome\"}");
    assertThat(result.content())
        .containsExactly(
            new ContentBlock.Thinking("Two cities."), new ContentBlock.Text("Let me look."));
    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall("call_bern", "get_weather", JSON.objectNode().put("city", "Bern")),
            new ToolCall("call_1", "get_weather", JSON.objectNode().put("city", "Rome")));
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
  }

  @Test
  @Carries("ollama:limit")
  void theLengthLimitIsReported() throws Exception {
    assertThat(played("length.ndjson").stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "thinking-and-calls", "length"})
  @Failures("F33")
  @Carries("ollama:cut")
  void aStreamCutAtAnyByteReturnsNoAnswerAndNoCall(String name) throws Exception {
    byte[] stream =
        RecordedWire.recorded("ollama/" + name + ".ndjson").getBytes(StandardCharsets.UTF_8);
    for (Cut cut : Cut.values()) {
      CutAnswers.assertNoCutBringsHalfAnAnswer(
          stream,
          "\"done\":true",
          cut,
          OllamaAdapter.Options.of(
                  new ProviderSpec("p", OllamaAdapter.NAME, null, null, null, null))
              .wire());
    }
  }

  @Test
  void aGeneratedIdIsUnique() throws Exception {
    StreamResult result =
        WIRE.answer(
            "{\"message\":{\"tool_calls\":[{\"id\":\"call_1\",\"function\":{\"name\":\"f\"}},"
                + "{\"function\":{\"name\":\"g\",\"arguments\":\"{\\\"x\\\":1}\"}}]},"
                + "\"done\":true}\n",
            pieces);

    assertThat(result.toolCalls())
        .containsExactly(
            new ToolCall("call_1", "f", JSON.objectNode()),
            new ToolCall("call_1_", "g", JSON.objectNode().put("x", 1)));
    assertThat(result.usage()).isNull();
  }

  @Test
  void aCallWithoutANameIsAnError() {
    assertThat(WIRE.failure("{\"message\":{\"tool_calls\":[{\"function\":{}}]},\"done\":true}\n"))
        .hasMessage("model provider p sent a tool call without a name");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "an error was encountered while running the model      | PROVIDER",
        "the input length exceeds the context length           | CONTEXT_OVERFLOW",
        "server busy, please try again.                        | OVERLOADED",
      })
  @Carries("ollama:errors")
  void anErrorInsideTheStreamHasItsKind(String words, Kind kind) {
    var failure =
        WIRE.failure(
            "{\"message\":{\"content\":\"Hi\"},\"done\":false}\n{\"error\":\"" + words + "\"}\n");

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessage("model provider p reported an error: " + words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404 | model 'x' not found                                       | MODEL_NOT_FOUND",
        "400 | the model x does not support tools                         | TOOLS_NOT_SUPPORTED",
        "400 | prompt is longer than the context length                  | CONTEXT_OVERFLOW",
        "500 | input exceeds context length                              | CONTEXT_OVERFLOW",
        "500 | model requires more system memory than is available       | PROVIDER",
        "503 | server busy, please try again.  maximum pending requests  | OVERLOADED",
      })
  @Carries("ollama:errors")
  void aRefusalHasTheKindOfItsStatus(int status, String words, Kind kind) {
    var failure =
        WIRE.failure(c -> c.document(status + " No", "", "{\"error\":\"" + words + "\"}"));

    assertThat(failure.kind()).isEqualTo(kind);
  }

  private StreamResult played(String file) throws Exception {
    return WIRE.answer(RecordedWire.recorded("ollama/" + file), pieces);
  }
}
