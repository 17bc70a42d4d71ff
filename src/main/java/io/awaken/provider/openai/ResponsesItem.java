package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.WholeCharacters;
import io.awaken.provider.http.CallArguments;
import java.util.function.UnaryOperator;

/**
 * One growing item of an answer: a message, reasoning or a function call. Servers send its content
 * in pieces, whole at the end of a part, of the item or of the response, or in several of these
 * ways; what was published is not published again. For one thread.
 */
final class ResponsesItem {

  private static final String PARAGRAPH = "\n\n";

  private final String type;
  private final Integer index;
  private final LlmListener listener;
  private final UnaryOperator<String> unused;
  private final StringBuilder text = new StringBuilder();
  private final CallArguments arguments = new CallArguments();
  private final WholeCharacters whole = new WholeCharacters();

  private JsonNode item = MissingNode.getInstance();
  private String id = "";
  private String callId = "";
  private int part = -1;
  private int begin;
  private boolean done;
  private boolean announced;

  /**
   * @param type {@code message}, {@code reasoning}, {@code function_call} or another, which is
   *     ignored
   * @param index its place in the answer; null when the server names none
   * @param unused makes the id of a call one of its own
   */
  ResponsesItem(String type, Integer index, LlmListener listener, UnaryOperator<String> unused) {
    this.type = type;
    this.index = index;
    this.listener = listener;
    this.unused = unused;
  }

  String type() {
    return type;
  }

  Integer index() {
    return index;
  }

  /** The server's id of the item; empty for none. */
  String id() {
    return id;
  }

  /** The server's id of the call; empty for none. */
  String sentCallId() {
    return item.path("call_id").asText("");
  }

  /** The first form of the item, which may come after some of its content. */
  void start(JsonNode first) {
    if (item.isMissingNode()) {
      form(first);
      announce();
    }
  }

  private void form(JsonNode known) {
    item = known;
    id = known.path("id").asText("");
  }

  /** More text or reasoning of a part. */
  void add(String piece, int ofPart) {
    begin(ofPart);
    add(piece);
  }

  private void add(String piece) {
    String next = whole.next(piece);
    if (next.isEmpty()) {
      return;
    }
    text.append(next);
    if (type.equals("reasoning")) {
      listener.reasoning(next);
    } else {
      listener.text(next);
    }
  }

  /**
   * The whole text of a part; what its pieces lacked is added. Some servers give each piece a
   * number of its own, and the whole text another.
   */
  void complete(String ofPart, int number) {
    begin(number);
    rest(ofPart, begins(ofPart, 0) ? 0 : begin);
  }

  private void rest(String complete, int from) {
    int known = text.length() - from;
    if (complete.length() > known && begins(complete, from)) {
      add(complete.substring(known));
    }
  }

  /** Whether a text begins with the known one from there on; a long answer is not copied. */
  private boolean begins(String complete, int from) {
    int known = text.length() - from;
    int same = 0;
    while (same < known
        && same < complete.length()
        && text.charAt(from + same) == complete.charAt(same)) {
      same++;
    }
    return same == known;
  }

  private void begin(int other) {
    if (other != part) {
      part = other;
      begin = text.length();
    }
  }

  /** Starts another part as a new paragraph. */
  void paragraph() {
    if (!text.isEmpty()) {
      add(PARAGRAPH);
    }
  }

  /** More arguments of a call, as text or JSON. */
  void argue(JsonNode piece) {
    publish(arguments.add(piece));
  }

  /** The whole arguments of a call. */
  void argueWhole(JsonNode all) {
    publish(arguments.complete(all));
  }

  private void publish(String piece) {
    if (announced && !piece.isEmpty()) {
      listener.toolCallDelta(callId, piece);
    }
  }

  /** The final form of the item; may be called again. Publishes what was not streamed. */
  void finish(JsonNode complete) {
    boolean sealed = seal(item) != null;
    form(sealed && seal(complete) == null ? item : complete);
    done = !"incomplete".equals(complete.path("status").textValue());
    switch (type) {
      case "message" -> rest(joined(complete.path("content"), ""), 0);
      case "reasoning" -> {
        String summary = joined(complete.path("summary"), PARAGRAPH);
        rest(summary.isEmpty() ? joined(complete.path("content"), PARAGRAPH) : summary, 0);
      }
      default -> argueWhole(complete.path("arguments"));
    }
    announce();
  }

  /** The encrypted form of reasoning; null for none, which some servers call empty. */
  private static String seal(JsonNode item) {
    String encrypted = item.path("encrypted_content").asText("");
    return encrypted.isEmpty() ? null : encrypted;
  }

  private static String joined(JsonNode parts, String between) {
    if (parts.isTextual()) {
      return parts.textValue();
    }
    if (parts.size() == 1) {
      return text(parts.path(0));
    }
    var all = new StringBuilder();
    for (JsonNode part : parts) {
      String text = text(part);
      all.append(all.isEmpty() || text.isEmpty() ? "" : between).append(text);
    }
    return all.toString();
  }

  private static String text(JsonNode part) {
    return part.path("text").asText(part.path("refusal").asText(""));
  }

  /** Publishes a call as soon as its id and name are known, with the arguments received so far. */
  private void announce() {
    callId = callId.isEmpty() && call() ? unused.apply(sentCallId()) : callId;
    if (!announced && call() && !callId.isEmpty() && !name().isEmpty()) {
      announced = true;
      listener.toolCallStart(callId, name());
      if (arguments.isEmpty()) {
        arguments.add(TextNode.valueOf(item.path("arguments").asText("")));
      }
      publish(arguments.text());
    }
  }

  boolean call() {
    return "function_call".equals(type);
  }

  /** Empty until the provider sends one. */
  String callId() {
    return callId;
  }

  /** Sets an id for a call without one of its own. */
  void callId(String made) {
    callId = made;
    announce();
  }

  String name() {
    return item.path("name").asText("");
  }

  JsonNode arguments() {
    return arguments.parsed();
  }

  boolean hasText() {
    return !text.isEmpty();
  }

  /** Whether the call was complete when the answer broke off. */
  boolean isWholeCall() {
    return call() && done && announced && arguments.isWhole();
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
    String encrypted = seal(item);
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
