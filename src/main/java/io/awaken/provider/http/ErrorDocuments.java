package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.model.InferenceException.Kind;
import java.time.Duration;
import java.util.List;

/**
 * How a wire's error documents are read. The defaults fit most: an object or a text under {@code
 * error}, with {@code message} and, as {@code code}, sometimes an HTTP status. Thread-safe.
 */
public interface ErrorDocuments {

  /**
   * The error inside a document, or inside the first of an array; a document of the type {@code
   * error} without one is the error itself. A missing node without any.
   */
  default JsonNode error(JsonNode document) {
    JsonNode whole = document.isArray() ? document.path(0) : document;
    JsonNode error = whole.path("error");
    if (error.isObject() || error.isTextual()) {
      return error;
    }
    return "error".equals(whole.path("type").textValue()) ? whole : MissingNode.getInstance();
  }

  /** The provider's error message; empty without one. */
  default String message(JsonNode error) {
    return error.isTextual() ? error.textValue() : error.path("message").asText("");
  }

  /** The HTTP status in the error, as a number or a text; 0 without one. */
  default int status(JsonNode error) {
    for (String field : List.of("code", "status", "status_code")) {
      int code = error.path(field).asInt(0);
      if (code >= 400 && code < 600) {
        return code;
      }
    }
    return 0;
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
