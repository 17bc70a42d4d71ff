package io.awaken.core.context;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Writes conversations as words: {@code u} a user's message, {@code a} an answer, {@code s} one of
 * the system, {@code ?a+b} the calls {@code a} and {@code b}, {@code !a} the result of {@code a}. A
 * number behind a star is the length of its text, 40 by default.
 */
final class Conversations {

  private Conversations() {}

  static List<Message> of(String conversation) {
    return Arrays.stream(conversation.split(" ")).map(Conversations::message).toList();
  }

  static String ids(List<Message> messages) {
    return String.join(" ", messages.stream().map(Message::id).toList());
  }

  private static Message message(String word) {
    String[] parts = word.split("\\*");
    String text = "x".repeat(parts.length == 1 ? 40 : Integer.parseInt(parts[1]));
    return message(parts[0], text);
  }

  private static Message message(String id, String text) {
    return switch (id.charAt(0)) {
      case '?' -> calling(id, text);
      case '!' -> Message.tool(id, id.substring(1), text, null);
      case 's' -> text(id, Role.SYSTEM, text);
      case 'a' -> text(id, Role.ASSISTANT, text);
      default -> Message.user(id, text);
    };
  }

  private static Message calling(String id, String text) {
    List<ToolCall> calls =
        Arrays.stream(id.substring(1).split("\\+"))
            .map(call -> new ToolCall(call, "t", JsonNodeFactory.instance.objectNode()))
            .toList();
    var content = List.<ContentBlock>of(new ContentBlock.Text(text));
    return new Message(id, Role.ASSISTANT, content, calls, null, null, null);
  }

  private static Message text(String id, Role role, String text) {
    var content = List.<ContentBlock>of(new ContentBlock.Text(text));
    return new Message(id, role, content, List.of(), null, null, null);
  }

  /** A conversation with messages of all kinds and lengths. */
  static List<Message> random(Random random) {
    return new RandomConversation(random).messages();
  }
}
