package io.awaken.http.api.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import io.awaken.http.submit.InputLimits;
import java.util.ArrayList;
import java.util.List;

/**
 * A message from a client: only user messages; the server stores the agent's own.
 *
 * @param content a text, or an array of parts
 */
public record InputMessage(
    @Required @Described(values = "user") String role,
    @Required
        @Described(
            value = "A text, or parts.",
            type = String.class,
            orListOf = InputPart.class,
            max = InputMessage.MAX_PARTS)
        JsonNode content) {

  /** Maximum number of messages of one request. */
  public static final int MAX_MESSAGES = InputLimits.MAX_MESSAGES;

  /** Maximum number of parts of one message. */
  static final int MAX_PARTS = InputLimits.MAX_PARTS;

  /** A message with text only. */
  public InputMessage(String role, String text) {
    this(role, TextNode.valueOf(text));
  }

  /**
   * Converts 1 to 200 messages; their media is checked on acceptance ({@link MediaRules}).
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static List<Message> messages(List<InputMessage> messages) {
    if (messages == null || messages.isEmpty()) {
      throw Refusal.missing("messages").exception();
    }
    if (messages.size() > MAX_MESSAGES) {
      throw Refusal.invalid(
              "messages", "messages must have at most %d entries".formatted(MAX_MESSAGES))
          .exception();
    }
    var converted = new ArrayList<Message>(messages.size());
    for (int i = 0; i < messages.size(); i++) {
      converted.add(message(messages.get(i), "messages[" + i + "]"));
    }
    return converted;
  }

  private static Message message(InputMessage message, String field) {
    if (message == null || message.role() == null) {
      throw Refusal.missing(field + ".role").exception();
    }
    if (!message.role().equals(Role.USER.wire())) {
      throw Refusal.invalid(
              field + ".role", "the role must be user, not " + shortened(message.role()))
          .exception();
    }
    if (message.content() == null || message.content().isNull()) {
      throw Refusal.missing(field + ".content").exception();
    }
    return userMessage(message.content(), field + ".content");
  }

  private static Message userMessage(JsonNode content, String field) {
    if (content.isTextual()) {
      return Message.user(Bodies.freeText(field, content.textValue()));
    }
    if (!content.isArray() || content.isEmpty() || content.size() > MAX_PARTS) {
      throw Refusal.invalid(
              field, field + " must be a string or an array of 1 to " + MAX_PARTS + " parts")
          .exception();
    }
    var blocks = new ArrayList<ContentBlock>(content.size());
    for (int i = 0; i < content.size(); i++) {
      String part = field + "[" + i + "]";
      blocks.add(InputPart.read(content.get(i), part).block(part));
    }
    return Message.user(blocks);
  }

  private static String shortened(String role) {
    return role.length() <= 32 ? role : role.substring(0, 32) + "...";
  }
}
