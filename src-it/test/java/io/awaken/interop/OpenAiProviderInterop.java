package io.awaken.interop;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.RecordedPieces;
import io.awaken.provider.openai.OpenAiAdapter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The OpenAI provider against a mock that we did not write. */
class OpenAiProviderInterop {

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
        new OpenAiAdapter(http)
            .create(
                new ProviderSpec(
                    "mock", "openai", new Secret("sk-mock"), mock.baseUrl(), 30, null));
  }

  @AfterAll
  static void stop() throws Exception {
    mock.close();
    threads.close();
  }

  @Test
  void textStreamsInSeveralPiecesAndEndsWithUsage() throws Exception {
    StreamResult result = ask(request(user("Tell me about Zürich")));

    String text = "Zürich 😀 lies on the Limmat, in the north of the canton of the same name.";
    assertThat(pieces.pieces()).hasSizeGreaterThan(5);
    assertThat(pieces.text()).isEqualTo(text);
    assertThat(result.content()).containsExactly(new ContentBlock.Text(text));
    assertThat(result.usage()).isEqualTo(TokenUsage.of(21, 17));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  void aToolRoundTripKeepsItsArgumentsIntact() throws Exception {
    var question = user("What is the weather in Zürich?");
    StreamResult asked = ask(request(TOOLS, question));

    assertThat(asked.stopReason()).isEqualTo(StopReason.TOOL_USE);
    ToolCall call = asked.toolCalls().getFirst();
    assertThat(call.id()).isEqualTo("call_weather");
    assertThat(call.name()).isEqualTo("get_weather");
    assertThat(call.arguments().path("city").textValue()).isEqualTo("Zürich");
    assertThat(call.arguments().path("note").textValue())
        .isEqualTo("quotes \" and \\ and {braces}");
    assertThat(pieces.arguments("call_weather")).isEqualTo(call.arguments().toString());

    var result = tool(call.id(), "{\"condition\":\"sunny\"}");
    StreamResult answered = ask(request(TOOLS, question, assistant(null, call), result));

    assertThat(answered.content()).containsExactly(new ContentBlock.Text("It is sunny in Zürich."));
  }

  @Test
  void reasoningComesApartFromText() throws Exception {
    assertThat(ask(request(user("Think first"))).content())
        .containsExactly(
            new ContentBlock.Thinking("Let me think about it."),
            new ContentBlock.Text("Done thinking."));
  }

  @Test
  void theLengthLimitIsTold() throws Exception {
    assertThat(ask(request(user("Talk until the limit"))).stopReason())
        .isEqualTo(StopReason.MAX_TOKENS);
  }

  @Test
  void errorsAreToldByKind() {
    var limited = failure("Too many requests");
    assertThat(limited.kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(limited.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(failure("Break down").kind()).isEqualTo(Kind.PROVIDER);
  }

  private InferenceException failure(String text) {
    return catchThrowableOfType(InferenceException.class, () -> ask(request(user(text))));
  }

  private StreamResult ask(LlmRequest request) throws InferenceException {
    return model.execute(request, pieces, new CancellationToken());
  }
}
