package io.awaken.provider.langchain4j;

import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.Conversations;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import io.awaken.provider.openai.OpenAiAdapter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A LangChain4j module of a real provider, connected to a test server. */
@Rows({1050, 1052, 1053})
class OpenAiModuleTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int STEP = 53;
  private static final String END = "data: [DONE]";
  private static final String USAGE =
      "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,"
          + "\"total_tokens\":10}}\n\n";

  private static StreamResult ask(
      RawHttpServer server, LlmRequest request, LlmListener listener, CancellationToken token)
      throws InferenceException {
    return model(server).execute(request, listener, token);
  }

  private static LlmExecutor model(RawHttpServer server) {
    StreamingChatModel model =
        OpenAiStreamingChatModel.builder()
            .baseUrl(server.baseUrl() + "/v1")
            .apiKey(RecordedWire.KEY)
            .modelName("model")
            .build();
    return LangChain4jModel.streaming(
        model,
        LangChain4jSettings.of("p").with(Duration.ofSeconds(30)),
        task -> Thread.ofVirtual().start(task));
  }

  private static StreamResult answer(LlmListener listener, RawHttpServer.Answer answer)
      throws Exception {
    try (var server = RawHttpServer.answering(answer)) {
      return ask(server, PlayedModel.request(), listener, new CancellationToken());
    }
  }

  private static InferenceException failure(RawHttpServer.Answer answer) {
    return catchThrowableOfType(InferenceException.class, () -> answer(LlmListener.NONE, answer));
  }

  @Test
  void aRecordedAnswerEqualsThatOfOurOwnWire() throws Exception {
    String recorded = RecordedWire.recorded("openai/calls.sse").replace(END, USAGE + END);
    var pieces = new RecordedPieces();

    StreamResult result = answer(pieces, connection -> connection.eventStream().text(recorded));

    assertThat(result.text()).isEqualTo("Let me look.");
    assertThat(result.toolCalls())
        .extracting(ToolCall::id, ToolCall::name, call -> call.arguments().toString())
        .containsExactlyElementsOf(
            ours(recorded).toolCalls().stream()
                .map(call -> tuple(call.id(), call.name(), call.arguments().toString()))
                .toList());
    assertThat(result.stopReason()).isEqualTo(StopReason.TOOL_USE);
    assertThat(result.usage()).isEqualTo(TokenUsage.of(7, 3));
    assertThat(pieces.text()).isEqualTo("Let me look.");
  }

  private static StreamResult ours(String recorded) throws Exception {
    return RecordedWire.ofEvents(OpenAiAdapter::new).answer(recorded, LlmListener.NONE);
  }

  @Test
  void noCutStreamReturnsAnAnswer() throws Exception {
    String recorded = RecordedWire.recorded("openai/calls.sse");
    int whole = recorded.indexOf("\"finish_reason\":\"tool_calls\"");
    assertThat(whole).isPositive();

    var length = new AtomicInteger();
    try (var server =
        RawHttpServer.answering(
            connection -> connection.eventStream().text(recorded.substring(0, length.get())))) {
      LlmExecutor model = model(server);
      for (; length.get() < whole; length.addAndGet(STEP)) {
        InferenceException failure =
            catchThrowableOfType(
                InferenceException.class,
                () ->
                    model.execute(
                        PlayedModel.request(), LlmListener.NONE, new CancellationToken()));

        assertThat(failure).as(length + " characters").isNotNull();
        assertThat(failure.kind()).isIn(Kind.STREAM_INTERRUPTED, Kind.PROVIDER);
      }
    }
  }

  @Test
  void theRequestIsTheProvidersOwn() throws Exception {
    var schema = MAPPER.readTree("{\"type\":\"object\",\"properties\":{\"n\":{\"minimum\":1}}}");
    var tool = new ToolDescriptor("find", null, "Finds.", schema, null);
    LlmRequest request =
        Conversations.request(List.of(tool), user("Hi")).withSystem("Be kind.").of("other");
    try (var server = RawHttpServer.answering(c -> c.document("400 No", "", "{}"))) {
      catchThrowableOfType(
          InferenceException.class,
          () -> ask(server, request, LlmListener.NONE, new CancellationToken()));

      JsonNode sent = MAPPER.readTree(server.requests().getFirst().body());

      assertThat(sent.path("model").textValue()).isEqualTo("other");
      assertThat(sent.path("messages").findValuesAsText("role")).containsExactly("system", "user");
      assertThat(sent.path("tools").path(0).path("function").path("parameters").path("properties"))
          .isEqualTo(schema.path("properties"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "429 Too Many Requests,RATE_LIMITED,{}",
    "401 Unauthorized,UNAUTHORIZED,{}",
    "404 Not Found,MODEL_NOT_FOUND,{}",
    "503 Unavailable,OVERLOADED,{}",
    "500 Error,PROVIDER,{}",
    "400 Bad Request,INVALID_REQUEST,{}",
    "400 Bad Request,CONTEXT_OVERFLOW,'{\"error\":{\"code\":\"context_length_exceeded\"}}'"
  })
  void anErrorIsOfItsKind(String status, Kind kind, String body) {
    InferenceException failure = failure(connection -> connection.document(status, "", body));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.logLine()).doesNotContain(RecordedWire.KEY);
  }

  @Test
  void aProviderThatCannotBeReachedFails() throws IOException {
    var server = RawHttpServer.answering(connection -> {});
    server.close();

    InferenceException failure =
        catchThrowableOfType(
            InferenceException.class,
            () -> ask(server, PlayedModel.request(), LlmListener.NONE, new CancellationToken()));

    assertThat(failure.kind()).isEqualTo(Kind.PROVIDER);
  }

  @Test
  void cancellingClosesTheConnection() throws Exception {
    var pieces = new RecordedPieces();
    var token = new CancellationToken();
    String piece = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n";
    try (var server =
        RawHttpServer.answering(
            connection -> {
              connection.eventStream();
              while (true) {
                connection.text(piece);
              }
            })) {
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  pieces.awaitFirst();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
                token.cancel(CancellationToken.Reason.REQUESTED);
              });

      assertThatExceptionOfType(RunCancelled.class)
          .isThrownBy(() -> ask(server, PlayedModel.request(), pieces, token));
      server.awaitClientGone();
    }
  }
}
