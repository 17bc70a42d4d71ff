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

  /** The error inside a document, or inside the first of an array; a missing node without one. */
  default JsonNode error(JsonNode document) {
    JsonNode error = (document.isArray() ? document.path(0) : document).path("error");
    return error.isObject() || error.isTextual() ? error : MissingNode.getInstance();
  }

  /** The provider's error message; empty without one. */
  default String message(JsonNode error) {
    return error.isTextual() ? error.textValue() : error.path("message").asText("");
  }

  /** The HTTP status in the error; 0 without one. */
  default int status(JsonNode error) {
    int code = error.path("code").asInt(0);
    return code >= 400 && code < 600 ? code : 0;
  }

  /**
   * The delay before a retry, for providers that put it into the document. A header {@code
   * Retry-After} wins.
   *
   * @return null without one
   */
  default Duration retryAfter(JsonNode error) {
    return null;
  }

  /**
   * The kind of an error by its type, code or message. Used where the status is not specific: for
   * rejected requests (400 and 422) and errors inside a stream.
   *
   * @return null when unknown
   */
  Kind kind(JsonNode error);
}
