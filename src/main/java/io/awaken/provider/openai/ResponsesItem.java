package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.ToolArguments;
import java.util.function.Consumer;

/**
 * One growing item of an answer: a message, reasoning or a function call. The complete item at the
 * end overrides the pieces before it. For one thread.
 */
final class ResponsesItem {

  private final String type;
  private final LlmListener listener;
  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters whole = new WholeCharacters();

  private JsonNode item;
  private String callId = "";
  private boolean done;
  private boolean announced;

  /**
   * @param type {@code message}, {@code reasoning}, {@code function_call} or another, which is
   *     ignored
   */
  ResponsesItem(String type, JsonNode item, LlmListener listener) {
    this.type = type;
    this.item = item;
    this.listener = listener;
    announce();
  }

  String type() {
    return type;
  }

  /** More text, reasoning or arguments. */
  void add(String piece) {
    String next = whole.next(piece);
    if (next.isEmpty()) {
      return;
    }
    text.append(next);
    switch (type) {
      case "message" -> listener.text(next);
      case "reasoning" -> listener.reasoning(next);
      default -> {
        if (announced) {
          listener.toolCallDelta(callId, next);
        }
      }
    }
  }

  /** Starts another part as a new paragraph. */
  void paragraph() {
    if (!text.isEmpty()) {
      add("\n\n");
    }
  }

  /** The final form of the item. Publishes what was not streamed. */
  void finish(JsonNode complete) {
    item = complete;
    done = !"incomplete".equals(complete.path("status").textValue());
    announce();
    Consumer<String> rest = text.isEmpty() ? this::add : missed -> {};
    switch (type) {
      case "message" -> parts(complete.path("content"), rest);
      case "reasoning" -> {
        parts(complete.path("summary"), rest);
        parts(complete.path("content"), rest);
      }
      default -> {
        String arguments = complete.path("arguments").asText("");
        rest.accept(arguments);
        if (!arguments.isEmpty()) {
          text.setLength(0);
          text.append(arguments);
        }
      }
    }
  }

  private static void parts(JsonNode parts, Consumer<String> rest) {
    for (JsonNode part : parts) {
      rest.accept(part.path("text").asText(part.path("refusal").asText("")));
    }
  }

  /** Publishes a call as soon as its id and name are known, with the arguments received so far. */
  private void announce() {
    callId = item.path("call_id").asText(callId);
    if (!announced && call() && !callId.isEmpty() && !name().isEmpty()) {
      announced = true;
      listener.toolCallStart(callId, name());
      if (!text.isEmpty()) {
        listener.toolCallDelta(callId, text.toString());
      }
    }
  }

  boolean call() {
    return "function_call".equals(type);
  }

  /** Empty until the provider sends one. */
  String callId() {
    return callId;
  }

  /** Generates an id for a call without one. */
  void callId(String made) {
    callId = made;
    announce();
  }

  String name() {
    return item.path("name").asText("");
  }

  JsonNode arguments() {
    return ToolArguments.parsed(text.toString());
  }

  boolean hasText() {
    return !text.isEmpty();
  }

  /** Whether the call was complete when the answer broke off. */
  boolean isWholeCall() {
    return call() && done && announced && hasText() && arguments().isObject();
  }

  /** Whether the provider has completed the item. */
  boolean done() {
    return done;
  }

  /** The block of a message or of reasoning; null when it is empty. */
  ContentBlock block(String providerId, int callsBefore) {
    String phase = item.path("phase").textValue();
    if (type.equals("message")) {
      return text.isEmpty()
          ? null
          : new ContentBlock.Text(
              text.toString(), ResponsesReplay.metadata(providerId, null, phase, callsBefore));
    }
    String encrypted = item.path("encrypted_content").textValue();
    if (encrypted == null) {
      return text.isEmpty() ? null : new ContentBlock.Thinking(text.toString());
    }
    String id = item.path("id").textValue();
    return new ContentBlock.Thinking(
        text.toString(),
        providerId,
        null,
        encrypted,
        ResponsesReplay.metadata(providerId, id, null, callsBefore));
  }
}
