package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.util.Locale;

/** Classifies errors by Anthropic's types, and by their text where the type is ambiguous. */
final class MessagesErrors implements ErrorDocuments {

  @Override
  public Kind kind(JsonNode error) {
    return switch (error.path("type").asText("")) {
      case "rate_limit_error" -> Kind.RATE_LIMITED;
      case "overloaded_error" -> Kind.OVERLOADED;
      case "timeout_error" -> Kind.TIMEOUT;
      case "authentication_error", "permission_error", "billing_error" -> Kind.UNAUTHORIZED;
      case "not_found_error" -> Kind.MODEL_NOT_FOUND;
      case "request_too_large" -> Kind.CONTEXT_OVERFLOW;
      case "invalid_request_error" -> refused(message(error).toLowerCase(Locale.ROOT));
      default -> null;
    };
  }

  private static Kind refused(String words) {
    if (words.contains("prompt is too long") || words.contains("exceed context limit")) {
      return Kind.CONTEXT_OVERFLOW;
    }
    return words.contains("content filtering policy")
        ? Kind.CONTENT_FILTERED
        : Kind.INVALID_REQUEST;
  }
}
