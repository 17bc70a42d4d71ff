package io.awaken.provider.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Carries;
import io.awaken.fixture.Failures;
import io.awaken.fixture.RawHttpServer.Answer;
import io.awaken.fixture.RecordedWire;
import io.awaken.fixture.Rows;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rows(106)
class MessagesFailureTest {

  private static final String STREAMED_TYPES =
      """
      rate_limit_error      | Slow down                                             | RATE_LIMITED
      overloaded_error      | Overloaded                                            | OVERLOADED
      timeout_error         | Too slow                                              | TIMEOUT
      api_error             | Internal server error                                 | PROVIDER
      authentication_error  | invalid x-api-key                                     | UNAUTHORIZED
      permission_error      | not yours                                             | UNAUTHORIZED
      billing_error         | no credit                                             | UNAUTHORIZED
      not_found_error       | model: claude-none                                    | MODEL_NOT_FOUND
      request_too_large     | too large                                             | CONTEXT_OVERFLOW
      invalid_request_error | max_tokens: required                                  | INVALID_REQUEST
      invalid_request_error | prompt is too long: 208310 tokens > 200000 maximum    | CONTEXT_OVERFLOW
      invalid_request_error | input length and `max_tokens` exceed context limit: 1 | CONTEXT_OVERFLOW
      invalid_request_error | Output blocked by content filtering policy            | CONTENT_FILTERED
      news_error            | x                                                     | PROVIDER
      """;

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = STREAMED_TYPES)
  @Carries("anthropic:errors")
  void anErrorInTheStreamIsClassifiedByItsType(String type, String message, Kind kind) {
    String event = "event: error\ndata: " + error(type, message) + "\n\n";

    assertThat(failure(c -> c.eventStream().text(event)).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | invalid_request_error | prompt is too long: 2 tokens > 1 maximum | CONTEXT_OVERFLOW
          400 | invalid_request_error | x                                        | INVALID_REQUEST
          401 | authentication_error  | x                                        | UNAUTHORIZED
          403 | permission_error      | x                                        | UNAUTHORIZED
          404 | not_found_error       | x                                        | MODEL_NOT_FOUND
          413 | request_too_large     | x                                        | CONTEXT_OVERFLOW
          429 | rate_limit_error      | x                                        | RATE_LIMITED
          500 | api_error             | x                                        | PROVIDER
          504 | timeout_error         | x                                        | TIMEOUT
          529 | overloaded_error      | x                                        | OVERLOADED
          """)
  @Carries("anthropic:errors")
  void aStatusDeterminesTheKind(int status, String type, String message, Kind kind) {
    Answer answer = c -> c.document(status + " Status", "", error(type, message));

    assertThat(failure(answer))
        .hasMessageStartingWith("model provider p ")
        .hasMessageContaining("(" + status + ")")
        .extracting(InferenceException::kind)
        .isEqualTo(kind);
  }

  @Test
  @Failures("F34")
  void theRequiredRetryDelayIsPassedOn() {
    Answer limited =
        c -> c.document("429 Slow", "retry-after: 12\r\n", error("rate_limit_error", "Slow down"));

    assertThat(failure(limited).retryAfter()).isEqualTo(Duration.ofSeconds(12));
  }

  @Test
  @Attacks("S44")
  void theKeyIsNotShownWhenTheProviderQuotesIt() {
    Answer quoting =
        c -> c.document("401 No", "", error("authentication_error", "bad " + RecordedWire.KEY));

    assertThat(failure(quoting))
        .hasMessage("model provider p refused the credentials (401): bad [redacted]");
  }

  private static String error(String type, String message) {
    return "{\"type\":\"error\",\"error\":{\"type\":\""
        + type
        + "\",\"message\":\""
        + message
        + "\"},\"request_id\":\"req_1\"}";
  }

  private static InferenceException failure(Answer answer) {
    return AnthropicFixture.WIRE.failure(answer);
  }
}
