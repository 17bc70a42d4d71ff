package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;

/** Classifies errors by Google's status names and details, which also contain the retry delay. */
final class GenerateErrors implements ErrorDocuments {

  private static final String RETRY_INFO = "google.rpc.RetryInfo";

  @Override
  public Kind kind(JsonNode error) {
    return switch (error.path("status").asText("")) {
      case "RESOURCE_EXHAUSTED" -> Kind.RATE_LIMITED;
      case "UNAVAILABLE" -> Kind.OVERLOADED;
      case "DEADLINE_EXCEEDED" -> Kind.TIMEOUT;
      case "UNAUTHENTICATED", "PERMISSION_DENIED" -> Kind.UNAUTHORIZED;
      case "NOT_FOUND" -> Kind.MODEL_NOT_FOUND;
      case "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE" -> refused(error);
      default -> null;
    };
  }

  private Kind refused(JsonNode error) {
    String words = message(error).toLowerCase(Locale.ROOT);
    if (words.contains("token count") && words.contains("exceeds")) {
      return Kind.CONTEXT_OVERFLOW;
    }
    for (JsonNode detail : error.path("details")) {
      if (detail.path("reason").asText("").startsWith("API_KEY_")) {
        return Kind.UNAUTHORIZED;
      }
    }
    return Kind.INVALID_REQUEST;
  }

  @Override
  public Duration retryAfter(JsonNode error) {
    for (JsonNode detail : error.path("details")) {
      if (detail.path("@type").asText("").endsWith(RETRY_INFO)) {
        return seconds(detail.path("retryDelay").asText(""));
      }
    }
    return null;
  }

  /** A protocol buffers duration, for example {@code 34.5s}. */
  private static Duration seconds(String text) {
    try {
      Duration wait = Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
