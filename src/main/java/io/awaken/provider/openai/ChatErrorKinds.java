package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import java.util.Locale;

/** Sorts errors by HTTP status and by the names that providers give them. */
final class ChatErrorKinds {

  private ChatErrorKinds() {}

  static Kind ofStatus(int status, JsonNode error) {
    return switch (status) {
      case 400, 422 -> refused(error);
      case 401, 403 -> Kind.UNAUTHORIZED;
      case 404 -> Kind.MODEL_NOT_FOUND;
      case 408, 504 -> Kind.TIMEOUT;
      case 413 -> Kind.CONTEXT_OVERFLOW;
      case 429 -> Kind.RATE_LIMITED;
      case 503, 529 -> Kind.OVERLOADED;
      default -> status >= 500 ? Kind.PROVIDER : Kind.INVALID_REQUEST;
    };
  }

  /** An error that came without a status of its own; some providers give one as its code. */
  static Kind ofError(JsonNode error) {
    int status = error.path("code").asInt(0);
    if (status >= 400) {
      return ofStatus(status, error);
    }
    String name = name(error);
    if (name.contains("rate_limit") || name.contains("insufficient_quota")) {
      return Kind.RATE_LIMITED;
    }
    if (name.contains("overloaded")) {
      return Kind.OVERLOADED;
    }
    if (name.contains("timeout")) {
      return Kind.TIMEOUT;
    }
    if (name.contains("invalid_request") || overflow(error) || filtered(error)) {
      return refused(error);
    }
    return Kind.PROVIDER;
  }

  private static Kind refused(JsonNode error) {
    if (overflow(error)) {
      return Kind.CONTEXT_OVERFLOW;
    }
    return filtered(error) ? Kind.CONTENT_FILTERED : Kind.INVALID_REQUEST;
  }

  private static boolean overflow(JsonNode error) {
    String message = text(error).toLowerCase(Locale.ROOT);
    return name(error).contains("context_length_exceeded")
        || message.contains("maximum context length")
        || message.contains("context window");
  }

  private static boolean filtered(JsonNode error) {
    return name(error).contains("content_filter") || name(error).contains("content_policy");
  }

  /** Type and code together: providers put the telling name into either. */
  private static String name(JsonNode error) {
    return error.path("type").asText("") + " " + error.path("code").asText("");
  }

  static String text(JsonNode error) {
    return error.isTextual() ? error.textValue() : error.path("message").asText("");
  }
}
