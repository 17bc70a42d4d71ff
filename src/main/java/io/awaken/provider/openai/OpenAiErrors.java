package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.util.Locale;

/** Classifies errors by the names that OpenAI and compatible servers use. */
final class OpenAiErrors implements ErrorDocuments {

  @Override
  public Kind kind(JsonNode error) {
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
    if (overflow(name, message(error))) {
      return Kind.CONTEXT_OVERFLOW;
    }
    if (name.contains("content_filter") || name.contains("content_policy")) {
      return Kind.CONTENT_FILTERED;
    }
    return name.contains("invalid_request") ? Kind.INVALID_REQUEST : null;
  }

  private static boolean overflow(String name, String message) {
    String words = message.toLowerCase(Locale.ROOT);
    return name.contains("context_length_exceeded")
        || words.contains("maximum context length")
        || words.contains("context window");
  }

  /** Type and code together, since providers put the specific name into either. */
  private static String name(JsonNode error) {
    return error.path("type").asText("") + " " + error.path("code").asText("");
  }
}
