package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Classifies errors by Google's status names and details, which also contain the retry delay. */
final class GenerateErrors implements ErrorDocuments {

  private static final String RETRY_INFO = "google.rpc.RetryInfo";

  /** The delay in the message, of errors that come without details. */
  private static final Pattern RETRY_IN = Pattern.compile("retry in ([0-9.]{1,20}s)");

  @Override
  public Kind kind(JsonNode error) {
    // Gateways put the name into the code.
    String code = error.path("code").asText("");
    return switch (error.path("status").asText(code)) {
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
    Matcher named = RETRY_IN.matcher(message(error));
    return named.find() ? seconds(named.group(1)) : null;
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
