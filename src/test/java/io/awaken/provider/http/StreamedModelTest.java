package io.awaken.provider.http;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RawHttpServer.Answer;
import io.awaken.fixture.RecordedPieces;
import io.awaken.provider.http.ProviderEndpoint.AnswerLimits;
import io.awaken.provider.http.ProviderEndpoint.KeyHeader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The features that every wire inherits, tested by a wire of JSON lines. */
class StreamedModelTest {

  private static final String KEY = "canary-key";
  private static final String HEADER = "canary-header";
  private static final OutboundHttp HTTP =
      OutboundHttp.forOperatorAddresses(
          task -> Thread.ofVirtual().start(task), OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  private final RecordedPieces pieces = new RecordedPieces();

  @Test
  void linesArriveAsTheyComeUntilTheLastOne() throws Exception {
    try (var server = lines("{\"say\":\"Grü\"}\n{\"say\":\"ezi\"}\n{\"done\":true}\n")) {
      StreamResult result = ask(server, LIMITS);

      assertThat(pieces.pieces()).containsExactly("text:Grü", "text:ezi");
      assertThat(result.content()).containsExactly(new ContentBlock.Text("Grüezi"));
      assertThat(server.requests().getFirst().head())
          .startsWith("POST /api/ask?model=model HTTP/1.1\r\n")
          .containsIgnoringCase("\r\nX-Api-Key: " + KEY + "\r\n")
          .containsIgnoringCase("\r\nX-Version: 7\r\n")
          .containsIgnoringCase("\r\nAccept: application/x-ndjson\r\n")
          .containsIgnoringCase("\r\nX-Team: Scheme " + HEADER + "\r\n");
    }
  }

  @Test
  void noWireGetsSignaturesOfAnotherProvider() throws Exception {
    var signed =
        new Message(
            "m",
            Role.ASSISTANT,
            List.of(
                ContentBlock.Thinking.signed("mine", "p", "own"),
                ContentBlock.Thinking.signed("theirs", "other", "foreign")),
            List.of(),
            null,
            null,
            null);
    var request =
        new LlmRequest("model", null, List.of(signed), List.of(), InferenceParameters.DEFAULT);
    var wire = new LineWire();
    try (var server = lines("{\"done\":true}\n")) {
      new StreamedModel(HTTP, endpoint(server.baseUrl()), wire.wire())
          .execute(request, pieces, new CancellationToken());
    }

    assertThat(wire.asked.messages().getFirst().content())
        .containsExactly(
            ContentBlock.Thinking.signed("mine", "p", "own"), new ContentBlock.Thinking("theirs"));
  }

  @Test
  void nothingIsReadAfterTheLastEvent() throws Exception {
    try (var server =
        RawHttpServer.answering(
            c -> {
              stream(c).text("{\"say\":\"Hi\"}\n{\"done\":true}\n").awaitClient();
            })) {
      assertThat(ask(server, LIMITS).content()).hasSize(1);
      server.awaitClientGone();
    }
  }

  @Test
  void aLineCutByTheEndOfTheStreamIsAnInterruption() {
    assertThat(failure(LIMITS, c -> stream(c).text("{\"say\":\"Hi\"}\n{\"sa")).kind())
        .isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  @Test
  void aCompleteLineOfInvalidJsonIsAProviderError() {
    assertThat(failure(LIMITS, c -> stream(c).text("canary\n{\"done\":true}\n")))
        .hasMessage("model provider p sent an event that is not JSON")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'error':{'type':'too_long','message':'x'}} | CONTEXT_OVERFLOW",
        "{'error':{'code':429,'message':'x'}}        | RATE_LIMITED",
        "{'error':'out of order'}                    | PROVIDER",
        "{'error':'slow down','code':429}            | RATE_LIMITED",
        "{'error':true,'message':'x','status':'503'} | OVERLOADED",
        "{'error':'x','status':'UNAVAILABLE'}        | OVERLOADED",
        "{'type':'error','code':'429'}               | RATE_LIMITED",
        "{'error':'Function calling is not enabled'} | TOOLS_NOT_SUPPORTED",
      })
  void anErrorInTheStreamHasTheKindOfItsWireOrOfItsStatus(String error, Kind kind) {
    String line = error.replace('\'', '"') + "\n";

    assertThat(failure(LIMITS, c -> stream(c).text(line)).kind()).isEqualTo(kind);
  }

  @Test
  void aStatusWithoutAnErrorDocumentIsEnough() {
    assertThat(failure(LIMITS, c -> c.document("503 Busy", "Retry-After: 3\r\n", "busy")))
        .satisfies(
            failure -> {
              assertThat(failure.kind()).isEqualTo(Kind.OVERLOADED);
              assertThat(failure.retryAfter()).isEqualTo(Duration.ofSeconds(3));
            });
  }

  @Test
  void quotedKeysAndHeadersAreRedacted() {
    String echo = "{\"error\":{\"message\":\"X-Api-Key " + KEY + ", X-Team " + HEADER + "\"}}";

    assertThat(failure(LIMITS, c -> c.document("401 No", "", echo)))
        .hasMessage(
            "model provider p refused the credentials (401): X-Api-Key [redacted], X-Team"
                + " [redacted]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"answer", "event"})
  void anAnswerAndAnEventHaveALimit(String limited) {
    var limits =
        "answer".equals(limited)
            ? new AnswerLimits(LIMITS.idle(), LIMITS.idle(), 1_000, 1_000, 100)
            : new AnswerLimits(LIMITS.idle(), LIMITS.idle(), 100_000, 50, 100);
    String line = "{\"say\":\"" + "x".repeat(90) + "\"}\n";

    assertThat(failure(limits, c -> stream(c).text(line.repeat(20))))
        .hasRootCauseInstanceOf(IOException.class)
        .extracting(e -> e.getCause().getMessage())
        .isEqualTo(
            "answer".equals(limited)
                ? "answer has more than 1000 bytes"
                : "event has more than 50 bytes");
  }

  @Test
  void noWireGetsAnSvgImage() {
    var model = new StreamedModel(HTTP, endpoint("http://host/v1"), new LineWire().wire());

    assertThat(model.refuses("m", MediaKind.IMAGE.of("image/svg+xml", new byte[] {1}, null)))
        .isEqualTo("the provider p takes no SVG images");
    assertThat(model.refuses("m", MediaKind.IMAGE.of("image/png", new byte[] {1}, null))).isNull();
  }

  @Test
  void anEndpointDoesNotShowItsSecrets() {
    assertThat(endpoint("http://host/v1").toString())
        .isEqualTo("ProviderEndpoint[p at http://host/v1]");
    assertThat(endpoint("http://host/v1").secrets().toString()).doesNotContain("canary");
  }

  @Test
  void aHeaderOfTheDocumentOverridesThatOfTheWire() {
    var headers = new ObjectMapper().createObjectNode().put("x-version", "8");
    var provider =
        new ProviderSpec("p", "test", null, "http://host", 1, Map.of("headers", headers));

    assertThat(
            ProviderEndpoint.of(
                    provider, null, KeyHeader.BEARER, Map.of("X-Version", "7", "X-Other", "1"))
                .headers())
        .containsEntry("X-Version", "8")
        .containsEntry("X-Other", "1");
  }

  @Test
  void aWrongKeyIsRefusedWithoutShowingIt() {
    var provider = new ProviderSpec("p", "test", new Secret("canary\n"), "http://host", 1, null);

    assertThatThrownBy(
            () -> ProviderEndpoint.of(provider, null, KeyHeader.named("X-Api-Key"), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("provider p: api_key cannot be sent as a header");
  }

  private static final AnswerLimits LIMITS = AnswerLimits.of(Duration.ofSeconds(30));

  private static RawHttpServer.Connection stream(RawHttpServer.Connection connection)
      throws IOException {
    return connection.text("HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n");
  }

  private static RawHttpServer lines(String lines) {
    return RawHttpServer.answering(c -> stream(c).text(lines));
  }

  private InferenceException failure(AnswerLimits limits, Answer answer) {
    try (var server = RawHttpServer.answering(answer)) {
      return catchThrowableOfType(InferenceException.class, () -> ask(server, limits));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StreamResult ask(RawHttpServer server, AnswerLimits limits) throws Exception {
    return new StreamedModel(HTTP, endpoint(server.baseUrl()).with(limits), new LineWire().wire())
        .execute(request(user("Hi")), pieces, new CancellationToken());
  }

  private static ProviderEndpoint endpoint(String baseUrl) {
    JsonNode headers = new ObjectMapper().createObjectNode().put("X-Team", "Scheme " + HEADER);
    return ProviderEndpoint.of(
        new ProviderSpec("p", "test", new Secret(KEY), baseUrl, 1, Map.of("headers", headers)),
        null,
        KeyHeader.named("X-Api-Key"),
        Map.of("X-Version", "7"));
  }
}
