package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.provider.http.ErrorDocuments;
import java.util.Locale;

/** Ollama reports an error as plain text without a code. */
final class OllamaErrors implements ErrorDocuments {

  @Override
  public Kind kind(JsonNode error) {
    String words = message(error).toLowerCase(Locale.ROOT);
    if (words.contains("context length") || words.contains("context window")) {
      return Kind.CONTEXT_OVERFLOW;
    }
    return words.contains("server busy") ? Kind.OVERLOADED : null;
  }
}
