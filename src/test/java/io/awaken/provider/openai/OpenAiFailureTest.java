package io.awaken.provider.openai;

import static io.awaken.fixture.Conversations.request;
import static io.awaken.fixture.Conversations.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Carries;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.RawHttpServer.Answer;
import io.awaken.fixture.RecordedPieces;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiFailureTest {

  private static final String PIECE = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"}}]}\n\n";

  private final RecordedPieces pieces = new RecordedPieces();
  private final CancellationToken token = new CancellationToken();

  @ParameterizedTest
  @CsvSource({
    "400, INVALID_REQUEST",
    "401, UNAUTHORIZED",
    "403, UNAUTHORIZED",
    "404, MODEL_NOT_FOUND",
    "408, TIMEOUT",
    "413, CONTEXT_OVERFLOW",
    "418, INVALID_REQUEST",
    "422, INVALID_REQUEST",
    "429, RATE_LIMITED",
    "500, PROVIDER",
    "502, PROVIDER",
    "503, OVERLOADED",
    "504, TIMEOUT",
    "529, OVERLOADED",
    "302, INVALID_REQUEST",
  })
  @Carries("openai:errors")
  void aStatusDeterminesTheKind(int status, Kind kind) {
    var failure = failure(error(status, "", "{\"error\":{\"message\":\"x\"}}"));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.getMessage()).startsWith("model provider p ").contains("(" + status + ")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'code':'context_length_exceeded','message':'x'}          | CONTEXT_OVERFLOW",
        "{'message':'the maximum context length is 8192 tokens'}   | CONTEXT_OVERFLOW",
        "{'code':'content_filter','message':'x'}                   | CONTENT_FILTERED",
        "{'code':null,'type':'invalid_request_error','message':''} | INVALID_REQUEST",
      })
  void aRejectedRequestIsClassifiedByTheProvidersCodes(String error, Kind kind) {
    String body = "{\"error\":" + error.replace('\'', '"') + "}";

    assertThat(failure(error(400, "", body)).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'message':'x','type':'server_error'}               | PROVIDER",
        "{'message':'x','type':'rate_limit_error'}           | RATE_LIMITED",
        "{'message':'x','code':'rate_limit_exceeded'}        | RATE_LIMITED",
        "{'message':'x','type':'overloaded_error'}           | OVERLOADED",
        "{'message':'x','code':429}                          | RATE_LIMITED",
        "{'message':'x','code':'502'}                        | PROVIDER",
        "{'message':'x','code':'context_length_exceeded'}    | CONTEXT_OVERFLOW",
        "{'message':'x','type':'invalid_request_error'}      | INVALID_REQUEST",
        "'just text'                                         | PROVIDER",
      })
  @Carries("openai:errors")
  void anErrorInsideTheStreamOrInItsPlaceIsAnError(String error, Kind kind) {
    String body = "{\"error\":" + error.replace('\'', '"') + "}";

    assertThat(failure(c -> c.eventStream().text(PIECE + "data: " + body + "\n\n")).kind())
        .isEqualTo(kind);
    assertThat(failure(error(200, "", body)).kind()).isEqualTo(kind);
  }

  @Test
  void aDocumentInsteadOfAStreamIsAnError() {
    assertThat(failure(error(200, "", "{\"choices\":[]}")))
        .hasMessage("model provider p did not answer with a stream of events");
  }

  @Test
  void theLogGetsTheProvidersReasonInOneShortLineWithoutTheKey() {
    String body =
        "{\"error\":{\"message\":\"bad\\n\\u0007"
            + OpenAiFixture.KEY
            + " "
            + "y".repeat(500)
            + "\"}}";

    String message = failure(error(400, "", body)).getMessage();

    assertThat(message)
        .startsWith("model provider p refused the request (400): bad [redacted] yyy")
        .hasSizeLessThan(400);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 413, 429, 500, 503})
  @Attacks("S44")
  void clientsGetTheKindAndNoProviderText(int status) {
    var failure =
        failure(
            error(status, "", "{\"error\":{\"message\":\"canary " + OpenAiFixture.KEY + "\"}}"));
    var trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));

    assertThat(failure.forClients()).doesNotContain("canary").contains(failure.kind().code());
    assertThat(failure.logLine()).contains("canary [redacted]");
    assertThat(trace.toString()).doesNotContain(OpenAiFixture.KEY);
  }

  @Test
  void theLogGetsTheBeginningOfAnUnknownErrorDocument() {
    String page = "<html>\n<b>Bad gateway</b> Bearer hunter2hunter2" + "x".repeat(5_000);

    assertThat(failure(error(502, "", page)).logLine())
        .startsWith("model provider p failed (502): <html> <b>Bad gateway</b> Bearer [redacted]")
        .hasSizeLessThan(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Retry-After: 7                              | 7",
        "Retry-After: -1                             | 0",
        "Retry-After: soon                           |",
        "Retry-After: Sat, 21 Nov 2026 10:00:30 GMT  |",
        "Date: Sat, 21 Nov 2026 10:00:00 GMT~Retry-After: Sat, 21 Nov 2026 10:00:30 GMT | 30",
        "Date: Sat, 21 Nov 2026 10:00:40 GMT~Retry-After: Sat, 21 Nov 2026 10:00:30 GMT | 0",
      })
  void theRequiredRetryDelayIsPassedOn(String headers, Long seconds) {
    var failure = failure(error(429, headers.strip().replace("~", "\r\n") + "\r\n", "{}"));

    assertThat(failure.retryAfter())
        .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
  }

  @Test
  void silenceBeforeTheAnswerTimesOutAndClosesTheConnection() throws Exception {
    try (var server = RawHttpServer.answering(c -> c.awaitClient())) {
      assertThat(failureOf(OpenAiFixture.impatient(server))).satisfies(OpenAiFailureTest::timedOut);
      server.awaitClientGone();
    }
  }

  @Test
  void silenceWithinTheAnswerTimesOutAndClosesTheConnection() throws Exception {
    try (var server = RawHttpServer.answering(c -> c.eventStream().text(PIECE).awaitClient())) {
      assertThat(failureOf(OpenAiFixture.impatient(server))).satisfies(OpenAiFailureTest::timedOut);
      server.awaitClientGone();
    }
    assertThat(pieces.text()).isEqualTo("Hi");
  }

  private static void timedOut(InferenceException failure) {
    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(failure).hasMessage("model provider p was silent for too long");
  }

  @Test
  void anUnreachableProviderIsReported() throws Exception {
    int port;
    try (var socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    var model = OpenAiFixture.model("http://127.0.0.1:" + port, Map.of());

    assertThatThrownBy(() -> model.execute(request(user("Hi")), pieces, token))
        .isInstanceOfSatisfying(
            InferenceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.PROVIDER))
        .hasMessage("model provider p cannot be reached");
  }

  @Test
  void cancellationWithinTheAnswerClosesTheConnection() throws Exception {
    try (var server = RawHttpServer.answering(c -> c.eventStream().text(PIECE).awaitClient())) {
      CompletableFuture<Throwable> outcome = started(server);
      pieces.awaitFirst();
      token.cancel(CancellationToken.Reason.REQUESTED);

      assertThat(outcome.join()).isInstanceOf(RunCancelled.class);
      server.awaitClientGone();
    }
  }

  @Test
  void cancellationBeforeTheAnswerClosesTheConnection() throws Exception {
    var asked = new CompletableFuture<Void>();
    Answer answer =
        connection -> {
          asked.complete(null);
          connection.awaitClient();
        };
    try (var server = RawHttpServer.answering(answer)) {
      CompletableFuture<Throwable> outcome = started(server);
      asked.join();
      token.cancel(CancellationToken.Reason.REQUESTED);

      assertThat(outcome.join()).isInstanceOf(RunCancelled.class);
      server.awaitClientGone();
    }
  }

  @Test
  void aCancelledRunCallsNoModel() throws Exception {
    token.cancel(CancellationToken.Reason.REQUESTED);
    try (var server = RawHttpServer.answering(c -> c.eventStream())) {
      assertThatThrownBy(
              () -> OpenAiFixture.model(server).execute(request(user("Hi")), pieces, token))
          .isInstanceOf(RunCancelled.class);
      assertThat(server.requests()).isEmpty();
    }
  }

  private CompletableFuture<Throwable> started(RawHttpServer server) {
    var outcome = new CompletableFuture<Throwable>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                OpenAiFixture.model(server).execute(request(user("Hi")), pieces, token);
                outcome.complete(null);
              } catch (RunCancelled | InferenceException e) {
                outcome.complete(e);
              }
            });
    return outcome;
  }

  private InferenceException failure(Answer answer) {
    try (var server = RawHttpServer.answering(answer)) {
      return failureOf(OpenAiFixture.model(server));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private InferenceException failureOf(LlmExecutor model) {
    return catchThrowableOfType(
        InferenceException.class, () -> model.execute(request(user("Hi")), pieces, token));
  }

  private static Answer error(int status, String headers, String body) {
    return connection -> connection.document(status + " Status", headers, body);
  }
}
