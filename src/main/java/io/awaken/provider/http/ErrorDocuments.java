package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.model.InferenceException.Kind;
import java.time.Duration;
import java.util.List;

/**
 * How a wire's error documents are read. The defaults fit most: an object under {@code error} with
 * {@code message} and, as {@code code}, sometimes an HTTP status; or a text under {@code error}
 * with these beside it. Thread-safe.
 */
public interface ErrorDocuments {

  /** Fields that give an HTTP status; in some documents they have other values. */
  List<String> STATUS = List.of("code", "status", "status_code", "StatusCode");

  /**
   * The error inside a document, or inside the first of an array: an object, or the document itself
   * whose {@code error} is a text or true, or whose type is {@code error}; a missing node without
   * one.
   */
  default JsonNode error(JsonNode document) {
    JsonNode whole = document.isArray() ? document.path(0) : document;
    JsonNode error = whole.path("error");
    if (error.isObject()) {
      return error;
    }
    boolean named = error.isTextual() && !error.textValue().isBlank();
    boolean typed = "error".equals(whole.path("type").textValue());
    return named || typed || error.asBoolean() ? whole : MissingNode.getInstance();
  }

  /** The provider's error message; empty without one. */
  default String message(JsonNode error) {
    return error.path("message").asText(error.path("error").asText(""));
  }

  /** The HTTP status in the error, as a number or a text; 0 without one. */
  default int status(JsonNode error) {
    for (String field : STATUS) {
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
