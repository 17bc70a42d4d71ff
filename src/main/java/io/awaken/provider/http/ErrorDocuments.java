package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.model.InferenceException.Kind;
import java.time.Duration;

/**
 * How a wire's error documents are read. The defaults fit most: an object or a text under {@code
 * error}, with {@code message} and, as {@code code}, sometimes an HTTP status. Thread-safe.
 */
public interface ErrorDocuments {

  /** The error inside a document, or a missing node. */
  default JsonNode error(JsonNode document) {
    JsonNode error = document.path("error");
    return error.isObject() || error.isTextual() ? error : MissingNode.getInstance();
  }

  /** The provider's words about an error; empty when it has none. */
  default String message(JsonNode error) {
    return error.isTextual() ? error.textValue() : error.path("message").asText("");
  }

  /** The HTTP status that an error gives, 0 when it gives none. */
  default int status(JsonNode error) {
    int code = error.path("code").asInt(0);
    return code >= 400 && code < 600 ? code : 0;
  }

  /**
   * How long an error asks to wait, for providers that say so in the document. A header {@code
   * Retry-After} wins.
   *
   * @return null when it does not say
   */
  default Duration retryAfter(JsonNode error) {
    return null;
  }

  /**
   * The kind that an error names by its type, code or words. It decides where no status does: for
   * refused requests (400 and 422) and for errors inside a stream.
   *
   * @return null when the error names none
   */
  Kind kind(JsonNode error);
}
