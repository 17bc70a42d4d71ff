package io.awaken.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.LangChain4jException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmListener;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.fixture.RecordedPieces;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** LangChain4j models that fail, hang or are cancelled. */
@Rows(1053)
class ModelFailuresTest {

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(new RateLimitException("slow down"), Kind.RATE_LIMITED),
        arguments(new AuthenticationException("no"), Kind.UNAUTHORIZED),
        arguments(new ModelNotFoundException("gpt-9"), Kind.MODEL_NOT_FOUND),
        arguments(new InvalidRequestException("no such field"), Kind.INVALID_REQUEST),
        arguments(
            new InvalidRequestException("This model's maximum context length is 8192 tokens"),
            Kind.CONTEXT_OVERFLOW),
        arguments(
            new InvalidRequestException(new HttpException(400, "context_length_exceeded")),
            Kind.CONTEXT_OVERFLOW),
        arguments(new ContentFilteredException("no"), Kind.CONTENT_FILTERED),
        arguments(new UnsupportedFeatureException("no tools"), Kind.UNSUPPORTED_CONTENT),
        arguments(new TimeoutException("late"), Kind.TIMEOUT),
        arguments(new HttpTimeoutException("late"), Kind.TIMEOUT),
        arguments(new InternalServerException(new HttpException(500, "x")), Kind.PROVIDER),
        arguments(new InternalServerException(new HttpException(503, "x")), Kind.OVERLOADED),
        arguments(new InternalServerException(new HttpException(529, "x")), Kind.OVERLOADED),
        arguments(new InternalServerException(new HttpException(504, "x")), Kind.TIMEOUT),
        arguments(new HttpException(413, "x"), Kind.CONTEXT_OVERFLOW),
        arguments(
            new InternalServerException(new HttpException(500, "prompt is too long")),
            Kind.CONTEXT_OVERFLOW),
        arguments(
            new InvalidRequestException(
                new HttpException(400, "{\"error\":\"qwen does not support tools\"}")),
            Kind.TOOLS_NOT_SUPPORTED),
        arguments(
            new ModelNotFoundException(
                new HttpException(404, "No endpoints found that support tool use.")),
            Kind.TOOLS_NOT_SUPPORTED),
        arguments(
            new UnsupportedFeatureException("tools are not supported yet by this model provider"),
            Kind.TOOLS_NOT_SUPPORTED),
        arguments(
            new LangChain4jException(
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}"),
            Kind.OVERLOADED),
        arguments(
            new LangChain4jException("{\"error\":{\"message\":\"wait\",\"code\":\"429\"}}"),
            Kind.RATE_LIMITED),
        arguments(new IOException("refused"), Kind.PROVIDER),
        arguments(new NoClassDefFoundError("Gone"), Kind.PROVIDER),
        arguments(new NullPointerException(), Kind.PROVIDER));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void eachFailureIsOfItsKind(Throwable cause, Kind kind) {
    InferenceException failure = failure(new PlayedModel(handler -> handler.onError(cause)));

    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure.getMessage()).startsWith("model provider p ");
  }

  @Test
  void aFailureThatIsNotTheProvidersKeepsItsCause() {
    var cause = new NoClassDefFoundError("Gone");

    assertThat(failure(new PlayedModel(handler -> handler.onError(cause)))).hasCause(cause);
  }

  @Test
  void theProvidersOwnReasonIsForOperatorsWithoutCredentials() {
    var refusal =
        new HttpException(
            400, "{\"error\":{\"message\":\"no such field: sk-1234567890abcdef\\nx\"}}");

    InferenceException failure =
        failure(new PlayedModel(handler -> handler.onError(new InvalidRequestException(refusal))));

    assertThat(failure.forOperators())
        .contains("(invalid_request): model provider p refused the request: no such field:")
        .doesNotContain("1234567890abcdef");
    assertThat(failure.forClients()).doesNotContain("no such field");
  }

  @Test
  void aConnectionThatBreaksWithinAnAnswerInterruptsIt() {
    InferenceException failure =
        failure(
            new PlayedModel(
                handler -> {
                  handler.onPartialResponse("He");
                  handler.onError(new RuntimeException(new IOException("reset")));
                }));

    assertThat(failure.kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  @Test
  void aModelThatThrowsFailsTheCall() {
    InferenceException failure =
        failure(
            LangChain4jModel.streaming(
                new StreamingChatModel() {
                  // Lacks the required methods.
                },
                LangChain4jSettings.of("p"),
                task -> Thread.ofVirtual().start(task)));

    assertThat(failure.kind()).isEqualTo(Kind.PROVIDER);
  }

  @Test
  void anAnswerWithoutAFinishReasonCountsAsBrokenOff() {
    PlayedModel.Play play =
        handler -> {
          handler.onPartialResponse("Half");
          handler.onCompleteResponse(PlayedModel.response(AiMessage.from("Half"), null));
        };

    assertThat(failure(new PlayedModel(play)).kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
  }

  @Test
  void aModelWithoutFinishReasonsCanBeUsed() throws Exception {
    var model =
        new PlayedModel(
            handler ->
                handler.onCompleteResponse(PlayedModel.response(AiMessage.from("All"), null)));

    var result =
        model
            .bridge(LangChain4jSettings.of("p").withoutFinishReason())
            .execute(PlayedModel.request(), LlmListener.NONE, new CancellationToken());

    assertThat(result.text()).isEqualTo("All");
  }

  @Test
  void anAnswerStoppedByTheContentFilterIsAFailure() {
    InferenceException failure =
        failure(
            new PlayedModel(
                handler ->
                    handler.onCompleteResponse(
                        PlayedModel.response(AiMessage.from("Ha"), FinishReason.CONTENT_FILTER))));

    assertThat(failure.kind()).isEqualTo(Kind.CONTENT_FILTERED);
  }

  @Test
  void aSilentModelIsAbandonedAndCancelled() throws Exception {
    var handle = new PlayedModel.Handle();
    var gone = new CountDownLatch(1);
    var model =
        new PlayedModel(
            handler -> {
              PlayedModel.text(handler, handle, "He");
              await(gone);
              // It continues without a reader.
              PlayedModel.text(handler, handle, "llo");
            });

    InferenceException failure =
        failure(model.bridge(LangChain4jSettings.of("p").with(Duration.ofMillis(50))));
    gone.countDown();

    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    handle.awaitCancelled();
  }

  @Test
  void cancellingEndsTheCallAndTheStream() throws Exception {
    var handle = new PlayedModel.Handle();
    var token = new CancellationToken();
    var pieces = new RecordedPieces();
    var model = new PlayedModel(handler -> PlayedModel.text(handler, handle, "He"));
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
        .isThrownBy(() -> model.bridge().execute(PlayedModel.request(), pieces, token))
        .matches(cancelled -> cancelled.reason() == CancellationToken.Reason.REQUESTED);
    handle.awaitCancelled();
  }

  @Test
  void aBlockedModelIsInterruptedWhenAbandoned() throws Exception {
    var interrupted = new CountDownLatch(1);
    ChatModel model =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException e) {
              interrupted.countDown();
            }
            return null;
          }
        };

    InferenceException failure =
        failure(
            LangChain4jModel.blocking(
                model,
                LangChain4jSettings.of("p").with(Duration.ofMillis(50)),
                task -> Thread.ofVirtual().start(task)));

    assertThat(failure.kind()).isEqualTo(Kind.TIMEOUT);
    assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void aTooLongAnswerIsAborted() {
    String much = "x".repeat(1 << 20);
    var handle = new PlayedModel.Handle();

    InferenceException failure =
        failure(
            new PlayedModel(
                handler -> {
                  while (!handle.isCancelled()) {
                    PlayedModel.text(handler, handle, much);
                  }
                }));

    assertThat(failure.kind()).isEqualTo(Kind.PROVIDER);
    assertThat(failure.logLine()).contains("more than " + ModelEvents.MAX_CHARACTERS);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static InferenceException failure(PlayedModel model) {
    return failure(model.bridge());
  }

  private static InferenceException failure(LangChain4jModel model) {
    return catchThrowableOfType(
        InferenceException.class,
        () -> model.execute(PlayedModel.request(), LlmListener.NONE, new CancellationToken()));
  }
}
