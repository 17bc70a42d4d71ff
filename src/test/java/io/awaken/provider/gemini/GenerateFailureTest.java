package io.awaken.provider.gemini;

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
class GenerateFailureTest {

  private static final String TOO_LONG =
      "The input token count (2) exceeds the maximum number of tokens allowed (1).";
  private static final String BAD_KEY =
      "[{'@type':'type.googleapis.com/google.rpc.ErrorInfo','reason':'API_KEY_INVALID'}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          400 | INVALID_ARGUMENT    | INVALID_REQUEST
          400 | FAILED_PRECONDITION | INVALID_REQUEST
          401 | UNAUTHENTICATED     | UNAUTHORIZED
          403 | PERMISSION_DENIED   | UNAUTHORIZED
          404 | NOT_FOUND           | MODEL_NOT_FOUND
          429 | RESOURCE_EXHAUSTED  | RATE_LIMITED
          500 | INTERNAL            | PROVIDER
          503 | UNAVAILABLE         | OVERLOADED
          504 | DEADLINE_EXCEEDED   | TIMEOUT
          """)
  @Carries("gemini:errors")
  void anErrorHasTheSameKindBeforeAndInTheStream(int status, String name, Kind kind) {
    String document = error(status, name, "x", "[]");
    // Inside a stream the number is sometimes missing.
    String named = document.replace("\"code\":" + status + ",", "");

    assertThat(failure(refused(status, document)).kind()).isEqualTo(kind);
    assertThat(failure(refused(status, "[" + document + "]")).kind()).isEqualTo(kind);
    assertThat(failure(streamed(document)).kind()).isEqualTo(kind);
    assertThat(failure(streamed(named)).kind()).isEqualTo(kind);
  }

  @Test
  void aRejectedRequestIsClassifiedByTextAndDetails() {
    assertThat(failure(refused(400, error(400, "INVALID_ARGUMENT", TOO_LONG, "[]"))).kind())
        .isEqualTo(Kind.CONTEXT_OVERFLOW);
    assertThat(failure(refused(400, error(400, "INVALID_ARGUMENT", "bad", BAD_KEY))).kind())
        .isEqualTo(Kind.UNAUTHORIZED);
  }

  @ParameterizedTest
  @Failures("F34")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                         | 34.5s | 34500
                         | 0s    | 0
                         | -1s   | 0
                         | soon  |
          Retry-After: 7 | 34.5s | 7000
          """)
  void theRequiredRetryDelayIsPassedOn(String header, String delay, Long millis) {
    String details =
        "[{'@type':'type.googleapis.com/google.rpc.Help'},"
            + "{'@type':'type.googleapis.com/google.rpc.RetryInfo','retryDelay':'"
            + delay
            + "'}]";
    String document = error(429, "RESOURCE_EXHAUSTED", "quota", details);
    String headers = header == null ? "" : header + "\r\n";
    Duration wait = millis == null ? null : Duration.ofMillis(millis);

    assertThat(failure(c -> c.document("429 Slow", headers, document)).retryAfter())
        .isEqualTo(wait);
    if (header == null) {
      assertThat(failure(streamed(document)).retryAfter()).isEqualTo(wait);
    }
  }

  @Test
  void theRetryDelayInTheMessageCountsWithoutDetails() {
    String document =
        error(429, "RESOURCE_EXHAUSTED", "You exceeded it. Please retry in 58.934310785s.", "[]");

    assertThat(failure(streamed(document)).retryAfter())
        .isEqualTo(Duration.ofNanos(58_934_310_785L));
  }

  @Test
  @Attacks("S44")
  void theKeyIsNotShownWhenTheProviderQuotesIt() {
    String document = error(403, "PERMISSION_DENIED", "bad " + RecordedWire.KEY, "[]");

    assertThat(failure(refused(403, document)))
        .hasMessage("model provider p refused the credentials (403): bad [redacted]");
  }

  private static Answer refused(int status, String document) {
    return connection -> connection.document(status + " Status", "", document);
  }

  private static Answer streamed(String document) {
    return connection -> connection.eventStream().text("data: " + document + "\n\n");
  }

  private static String error(int code, String status, String message, String details) {
    return ("{'error':{'code':%d,'message':'%s','status':'%s','details':%s}}")
        .formatted(code, message, status, details)
        .replace('\'', '"');
  }

  private static InferenceException failure(Answer answer) {
    return GeminiFixture.WIRE.failure(answer);
  }
}
