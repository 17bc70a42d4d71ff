package io.awaken.interop;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import io.awaken.provider.ollama.OllamaAdapter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The wire {@code ollama}, without a key. The mock does not support Ollama's thinking, length
 * limits, call ids and token counts, so fewer scenarios run than for the other wires.
 */
class OllamaProviderInterop {

  private static final List<ToolDescriptor> TOOLS = List.of(new WeatherTool().descriptor());

  private static ExecutorService threads;
  private static AimockServer mock;
  private static LlmExecutor model;

  private final RecordedPieces pieces = new RecordedPieces();

  @BeforeAll
  static void start() throws Exception {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    mock = AimockServer.start(Path.of("src-it/test/resources/aimock"));
    var http = OutboundHttp.forOperatorAddresses(threads, OutboundHttp.DEFAULT_CONNECT_TIMEOUT);
    model =
        new OllamaAdapter(http)
            .create(new ProviderSpec("mock", "ollama", null, mock.address(), 30, null));
  }

  @AfterAll
  static void stop() throws Exception {
    mock.close();
    threads.close();
  }

  @Test
  void textStreamsInSeveralPieces() throws Exception {
    StreamResult result = ask(user("Tell me about Zürich"));

    String text = "Zürich 😀 lies on the Limmat, in the north of the canton of the same name.";
    assertThat(pieces.pieces()).hasSizeGreaterThan(5);
    assertThat(pieces.text()).isEqualTo(text);
    assertThat(result.content()).containsExactly(new ContentBlock.Text(text));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  void parallelCallsGetIdsAndTheirResultsAreMatched() throws Exception {
    var question = user("Compare both cities");
    StreamResult asked = ask(question);

    assertThat(asked.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(asked.toolCalls())
        .extracting(call -> call.id() + " " + call.arguments().path("city").textValue())
        .containsExactly("call_0 Bern", "call_1 Basel");

    StreamResult answered =
        ask(
            question,
            assistant(asked.text(), asked.toolCalls().toArray(ToolCall[]::new)),
            tool("call_0", "sunny"),
            tool("call_1", "rainy"));

    assertThat(answered.text()).isEqualTo("Basel is wetter.");
  }

  @Test
  void argumentsStayIntact() throws Exception {
    ToolCall call = ask(user("What is the weather in Zürich?")).toolCalls().getFirst();

    assertThat(call.arguments().path("note").textValue())
        .isEqualTo("quotes \" and \\ and {braces}");
    assertThat(pieces.arguments(call.id())).isEqualTo(call.arguments().toString());
  }

  @Test
  @Rows(1022)
  void aResponseFormatIsSentAsTextAndParsed() throws Exception {
    assertThat(formed("Sort this message", ProviderScenarios.TOPIC))
        .isEqualTo("{\"topic\":\"invoice\"}");
    assertThat(formed("Any object", ResponseFormat.JSON_OBJECT)).isEqualTo("{\"any\":1}");
  }

  private String formed(String question, ResponseFormat format) throws InferenceException {
    var asked = request(user(question)).answering(format, true);
    return model.execute(asked, pieces, new CancellationToken()).text();
  }

  @Test
  void errorsAreReportedByKind() {
    assertThat(failure("Too many requests").kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(failure("Break down").kind()).isEqualTo(Kind.PROVIDER);
    assertThat(failure("Break off").kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  private InferenceException failure(String text) {
    return catchThrowableOfType(InferenceException.class, () -> ask(user(text)));
  }

  private StreamResult ask(Message... messages) throws InferenceException {
    return model.execute(request(TOOLS, messages), pieces, new CancellationToken());
  }
}
