package io.awaken.interop;

import static io.awaken.fixture.Conversations.assistant;
import static io.awaken.fixture.Conversations.tool;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.core.spec.Secret;
import io.awaken.core.tool.ToolDescriptor;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Scenarios of each wire against a third-party mock of its provider. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ProviderScenarios {

  private static final List<ToolDescriptor> TOOLS = List.of(new WeatherTool().descriptor());

  /** A response format with one field, a topic. */
  static final ResponseFormat TOPIC = ResponseFormat.of("ticket", topic());

  private ExecutorService threads;
  private AimockServer mock;
  private LlmExecutor model;

  /** The adapter of the wire. */
  abstract LlmAdapter adapter(OutboundHttp http);

  /** The base address of the wire on the mock. */
  abstract String baseUrl(AimockServer mock);

  /** The name of a reasoning model. */
  abstract String modelName();

  /** Asserts what is stored of a thought to which the mock gives no signature. */
  abstract void assertKept(ContentBlock.Thinking thought, String text);

  private static ObjectNode topic() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.putObject("properties").putObject("topic").put("type", "string");
    schema.putArray("required").add("topic");
    return schema;
  }

  @BeforeAll
  void start() throws Exception {
    threads = Executors.newVirtualThreadPerTaskExecutor();
    mock = AimockServer.start(Path.of("src-it/test/resources/aimock"));
    LlmAdapter adapter =
        adapter(OutboundHttp.forOperatorAddresses(threads, OutboundHttp.DEFAULT_CONNECT_TIMEOUT));
    model =
        adapter.create(
            new ProviderSpec(
                "mock", adapter.name(), new Secret("sk-mock"), baseUrl(mock), 30, null));
  }

  @AfterAll
  void stop() throws Exception {
    mock.close();
    threads.close();
  }

  @Test
  void textStreamsInSeveralPiecesAndEndsWithUsage() throws Exception {
    var pieces = new RecordedPieces();
    StreamResult result = ask(pieces, user("Tell me about Zürich"));

    String text = "Zürich 😀 lies on the Limmat, in the north of the canton of the same name.";
    assertThat(pieces.pieces()).hasSizeGreaterThan(5);
    assertThat(pieces.text()).isEqualTo(text);
    assertThat(result.text()).isEqualTo(text);
    assertThat(result.usage()).isEqualTo(TokenUsage.of(21, 17));
    assertThat(result.stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  void aToolRoundTripKeepsItsArgumentsIntact() throws Exception {
    var pieces = new RecordedPieces();
    var question = user("What is the weather in Zürich?");
    StreamResult asked = ask(pieces, question);

    assertThat(asked.stopReason()).isEqualTo(StopReason.TOOL_USE);
    ToolCall call = asked.toolCalls().getFirst();
    assertThat(call.id()).isEqualTo("call_weather");
    assertThat(call.name()).isEqualTo("get_weather");
    assertThat(call.arguments().path("city").textValue()).isEqualTo("Zürich");
    assertThat(call.arguments().path("note").textValue())
        .isEqualTo("quotes \" and \\ and {braces}");
    assertThat(pieces.arguments("call_weather")).isEqualTo(call.arguments().toString());

    var result = tool(call.id(), "{\"condition\":\"sunny\"}");
    StreamResult answered = ask(pieces, question, assistant(null, call), result);

    assertThat(answered.text()).isEqualTo("It is sunny in Zürich.");
  }

  @Test
  void thoughtsAndParallelCallsAreSentBackUnchanged() throws Exception {
    var question = user("Compare both cities");
    StreamResult asked = ask(question);

    assertThat(asked.text()).isEqualTo("I look both up.");
    assertThat(asked.toolCalls())
        .extracting(call -> call.id() + " " + call.arguments().path("city").textValue())
        .containsExactly("call_bern Bern", "call_basel Basel");

    var answer =
        new Message(
            "a",
            Role.ASSISTANT,
            asked.content(),
            asked.toolCalls(),
            null,
            null,
            null,
            null,
            asked.providerMetadata());
    StreamResult answered =
        ask(question, answer, tool("call_bern", "sunny"), tool("call_basel", "rainy"));

    assertThat(answered.text()).isEqualTo("Basel is wetter.");
  }

  @Test
  void reasoningIsSeparateFromText() throws Exception {
    assertThat(ask(user("Think first")).content())
        .satisfiesExactly(
            thought ->
                assertThat(thought)
                    .isInstanceOfSatisfying(
                        ContentBlock.Thinking.class,
                        kept -> assertKept(kept, "Let me think about it.")),
            text -> assertThat(text).isEqualTo(new ContentBlock.Text("Done thinking.")));
  }

  @Test
  @Rows(1022)
  void anAnswerWithASchemaIsJson() throws Exception {
    assertThat(formed("Sort this message", TOPIC).text()).isEqualTo("{\"topic\":\"invoice\"}");
  }

  @Test
  @Rows(1022)
  void aJsonObjectFormatIsSentToTheModel() throws Exception {
    assertThat(formed("Any object", ResponseFormat.JSON_OBJECT).text()).isEqualTo("{\"any\":1}");
  }

  @Test
  void theLengthLimitIsReported() throws Exception {
    assertThat(ask(user("Talk until the limit")).stopReason()).isEqualTo(StopReason.MAX_TOKENS);
  }

  @Test
  void errorsAreReportedByKind() {
    var limited = failure("Too many requests");
    assertThat(limited.kind()).isEqualTo(Kind.RATE_LIMITED);
    assertThat(limited.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(failure("Break down").kind()).isEqualTo(Kind.PROVIDER);
    assertThat(failure("Break off").kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  private InferenceException failure(String text) {
    return catchThrowableOfType(InferenceException.class, () -> ask(user(text)));
  }

  /** Sends one message without tools, and requests a response format. */
  final StreamResult formed(String question, ResponseFormat format) throws InferenceException {
    var request =
        new LlmRequest(
            modelName(),
            "Be brief.",
            List.of(user(question)),
            List.of(),
            InferenceParameters.DEFAULT);
    return model.execute(
        request.answering(format, true), new RecordedPieces(), new CancellationToken());
  }

  private StreamResult ask(Message... messages) throws InferenceException {
    return ask(new RecordedPieces(), messages);
  }

  private StreamResult ask(RecordedPieces pieces, Message... messages) throws InferenceException {
    var parameters =
        new InferenceParameters(null, null, null, ReasoningEffort.of(ReasoningEffort.Level.LOW));
    return model.execute(
        new LlmRequest(modelName(), "Be brief.", List.of(messages), TOOLS, parameters),
        pieces,
        new CancellationToken());
  }
}
