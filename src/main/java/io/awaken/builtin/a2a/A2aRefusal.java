package io.awaken.builtin.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.text.ForeignText;
import java.time.Duration;

/**
 * A server refused a request. The message is for logs and operators, since it quotes the server.
 */
final class A2aRefusal extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_REASON = 300;

  /** The reason in an error event with which a server ends a stream before its task ends. */
  private static final String UNAVAILABLE = "UNAVAILABLE";

  /** The reason of a 404 without an A2A error: the server has not started the agent yet. */
  private static final String NOT_THERE = "HTTP_404";

  private final String reason;
  private final int status;
  private final transient Duration retryAfter;

  private A2aRefusal(String reason, int status, Duration retryAfter, String message) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** A refusal by HTTP status, with the error of the protocol if there is any. */
  static A2aRefusal of(AnswerHead head, JsonNode body) {
    JsonNode error = body == null ? null : body.get("error");
    Duration wait =
        head.header("Retry-After")
            .filter(text -> text.matches("[0-9]{1,5}"))
            .map(text -> Duration.ofSeconds(Long.parseLong(text)))
            .orElse(null);
    A2aRefusal known = error == null ? null : of(error);
    String status = "it answered with status " + head.status();
    return new A2aRefusal(
        known == null ? "HTTP_" + head.status() : known.reason,
        head.status(),
        wait,
        known == null ? status : status + ": " + known.getMessage());
  }

  /** An error of either binding: the reason of its details, else by its code. */
  static A2aRefusal of(JsonNode error) {
    String reason = null;
    for (String field : new String[] {"details", "data"}) {
      for (JsonNode detail : error.path(field)) {
        reason = reason == null ? detail.path("reason").asText(null) : reason;
      }
    }
    int code = error.path("code").asInt();
    return new A2aRefusal(
        reason == null ? byCode(code) : reason,
        0,
        null,
        ForeignText.line(error.path("message").asText(), MAX_REASON));
  }

  static A2aRefusal garbage(String message) {
    return new A2aRefusal("INVALID_AGENT_RESPONSE", 0, null, message);
  }

  private static String byCode(int code) {
    return switch (code) {
      case -32001 -> "TASK_NOT_FOUND";
      case -32002 -> "TASK_NOT_CANCELABLE";
      case -32004 -> "UNSUPPORTED_OPERATION";
      case -32005 -> "CONTENT_TYPE_NOT_SUPPORTED";
      case -32009 -> "VERSION_NOT_SUPPORTED";
      default -> "ERROR_" + code;
    };
  }

  /** The protocol's name of the error, such as {@code TASK_NOT_FOUND}. */
  String reason() {
    return reason;
  }

  /** Whether the server did not process the request, or not all of it, and may do so later. */
  boolean passing() {
    return status == 429 || status == 503 || status == 0 && reason.equals(UNAVAILABLE);
  }

  /**
   * Whether something between the server and this one may have failed, so that reading may be
   * repeated.
   */
  boolean broken() {
    return passing() || status >= 500 || reason.equals(NOT_THERE);
  }

  /** Whether it rejected the credentials. */
  boolean unauthorized() {
    return status == 401 || status == 403;
  }

  /** The delay that the server requires; null for none. */
  Duration retryAfter() {
    return retryAfter;
  }
}
