package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.util.Locale;

/** Ollama reports an error as plain text, inside a stream without a code. */
final class OllamaErrors implements ErrorDocuments {

  /** Version 0.11.3 uses the first words of the sentence as the field's name. */
  private static final String MISNAMED = "error parsing tool call";

  @Override
  public JsonNode error(JsonNode document) {
    JsonNode error = ErrorDocuments.super.error(document);
    return error.isMissingNode() && document.has(MISNAMED) ? document : error;
  }

  @Override
  public String message(JsonNode error) {
    String words = ErrorDocuments.super.message(error);
    return words.isEmpty() && error.has(MISNAMED)
        ? MISNAMED + ": " + error.path(MISNAMED).asText("")
        : words;
  }

  @Override
  public Kind kind(JsonNode error) {
    String words = message(error).toLowerCase(Locale.ROOT);
    if (words.contains("context length") || words.contains("context window")) {
      return Kind.CONTEXT_OVERFLOW;
    }
    if (words.contains("usage limit") || words.contains("too many requests")) {
      return Kind.RATE_LIMITED;
    }
    boolean busy = words.contains("server busy") || words.contains("server overloaded");
    return busy ? Kind.OVERLOADED : null;
  }
}
