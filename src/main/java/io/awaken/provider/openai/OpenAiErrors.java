package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.util.Locale;
import java.util.Set;

/** Classifies errors by the names that OpenAI and compatible servers use. */
final class OpenAiErrors implements ErrorDocuments {

  /** MiniMax has its errors in a field of its own, with codes of its own. */
  private static final String OWN = "base_resp";

  private static final Set<Integer> OWN_LIMITS = Set.of(1002, 1008, 1039);

  /** Whether a chunk without choices says so for an error. */
  static boolean isError(JsonNode chunk) {
    return chunk.path(OWN).path("status_code").asInt() != 0;
  }

  @Override
  public JsonNode error(JsonNode document) {
    JsonNode error = ErrorDocuments.super.error(document);
    return error.isMissingNode() && isError(document) ? document.path(OWN) : error;
  }

  @Override
  public String message(JsonNode error) {
    return error.path("status_msg").asText(ErrorDocuments.super.message(error));
  }

  @Override
  public Kind kind(JsonNode error) {
    String name = name(error);
    if (name.contains("rate_limit")
        || name.contains("insufficient_quota")
        || name.contains("too_many_requests")
        || OWN_LIMITS.contains(error.path("status_code").asInt())) {
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
        || name.contains("exceed_context_size")
        || words.contains("maximum context length")
        || words.contains("context window");
  }

  /** Type and code together, since providers put the specific name into either. */
  private static String name(JsonNode error) {
    return error.path("type").asText("") + " " + error.path("code").asText("");
  }

  /**
   * Reads errors of the Responses API: a document with {@code error}, the event {@code error} with
   * top-level fields, and {@code response.failed} with the error in the response.
   */
  static final class Responses implements ErrorDocuments {

    private static final ErrorDocuments NAMES = new OpenAiErrors();

    @Override
    public JsonNode error(JsonNode document) {
      JsonNode error = NAMES.error(document);
      return error.isMissingNode() ? NAMES.error(document.path("response")) : error;
    }

    @Override
    public Kind kind(JsonNode error) {
      // The provider reports a policy violation as an invalid prompt.
      return "invalid_prompt".equals(error.path("code").textValue())
          ? Kind.CONTENT_FILTERED
          : NAMES.kind(error);
    }
  }
}
