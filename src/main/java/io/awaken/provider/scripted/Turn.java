package io.awaken.provider.scripted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.StopReason;
import java.util.List;

/**
 * One answer of a scripted model, in the order in which it is streamed.
 *
 * @param delayMs milliseconds before the first piece
 * @param reasoning streamed word by word before the text; may be null
 * @param text streamed word by word; may be null
 * @param toolCalls calls after the text; default none
 * @param error the failure after all of the above; null for none
 * @param usage null when not reported
 * @param stopReason default: tool use when there are calls, else the end of the turn
 * @param content blocks after the text, such as signed reasoning or media; default none
 * @param providerMetadata provider metadata of the answer; default none
 * @param tellsReceived whether a report of the request's non-text content follows the text; default
 *     no
 */
public record Turn(
    long delayMs,
    String reasoning,
    String text,
    List<Call> toolCalls,
    Failure error,
    TokenUsage usage,
    StopReason stopReason,
    List<ContentBlock> content,
    ObjectNode providerMetadata,
    boolean tellsReceived) {

  public Turn {
    notNegative("delay_ms", delayMs);
    toolCalls = toolCalls == null ? List.of() : List.copyOf(toolCalls);
    content = content == null ? List.of() : List.copyOf(content);
    if (stopReason == null) {
      stopReason = toolCalls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
    }
  }

  static Turn of(String text, List<Call> calls) {
    return new Turn(0, null, text, calls, null, null, null, null, null, false);
  }

  /**
   * A call that the model makes.
   *
   * @param id default {@code call_} with the numbers of turn and call
   * @param name the tool
   * @param arguments the argument object; a text node means invalid JSON, and with the stop reason
   *     {@code max_tokens} a call that was cut off
   * @param providerMetadata provider metadata of the call; default none
   */
  public record Call(String id, String name, JsonNode arguments, ObjectNode providerMetadata) {

    public Call(String id, String name, JsonNode arguments) {
      this(id, name, arguments, null);
    }

    public Call {
      if (name == null || name.isBlank()) {
        throw new IllegalArgumentException("tool_calls: name must not be blank");
      }
      arguments = arguments == null ? JsonNodeFactory.instance.objectNode() : arguments;
    }
  }

  /**
   * An answer that fails.
   *
   * @param kind kind of failure
   * @param message default {@code scripted failure}
   * @param retryAfterMs requested retry delay; null for none
   */
  public record Failure(InferenceException.Kind kind, String message, Long retryAfterMs) {

    public Failure {
      if (kind == null) {
        throw new IllegalArgumentException("error: kind is missing");
      }
      message = message == null ? "scripted failure" : message;
    }
  }

  /** A copy with this text. */
  Turn saying(String other) {
    return new Turn(
        delayMs,
        reasoning,
        other,
        toolCalls,
        error,
        usage,
        stopReason,
        content,
        providerMetadata,
        false);
  }

  static void notNegative(String field, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(field + " must not be negative");
    }
  }
}
