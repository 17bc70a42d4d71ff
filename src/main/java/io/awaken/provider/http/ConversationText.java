package io.awaken.provider.http;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;

/** Messages as text, for parts of a wire that accept only text. Stateless. */
public final class ConversationText {

  private ConversationText() {}

  /** Whether text alone represents the message. */
  public static boolean textOnly(Message message) {
    for (ContentBlock block : message.content()) {
      if (block instanceof Media || block instanceof ContentBlock.Source) {
        return false;
      }
    }
    return true;
  }

  /** Whether a message has images, audio, video or documents. */
  public static boolean hasMedia(Message message) {
    return message.content().stream().anyMatch(Media.class::isInstance);
  }

  /** The text of a message, with a one-line description of each source and medium. */
  public static String of(Message message) {
    if (textOnly(message)) {
      return message.text();
    }
    var text = new StringBuilder();
    for (ContentBlock block : message.content()) {
      String line = of(block);
      if (!line.isEmpty()) {
        text.append(text.isEmpty() ? "" : "\n").append(line);
      }
    }
    return text.toString();
  }

  /** The readable reasoning of a message; may be empty. */
  public static String thought(Message message) {
    var thought = new StringBuilder();
    for (ContentBlock block : message.content()) {
      if (block instanceof ContentBlock.Thinking thinking) {
        thought.append(thinking.thinking());
      }
    }
    return thought.toString();
  }

  /** The text of one block; empty for reasoning. */
  public static String of(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text plain -> plain.text();
      case ContentBlock.Thinking thinking -> "";
      case ContentBlock.Source source -> PlainText.of(source);
      case Media media -> PlainText.of(media);
    };
  }
}
