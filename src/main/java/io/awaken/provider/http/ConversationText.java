package io.awaken.provider.http;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;

/** Messages as text, for places of a wire that take nothing else. Stateless. */
public final class ConversationText {

  private ConversationText() {}

  /** Whether a message needs no other place than one for text. */
  public static boolean textOnly(Message message) {
    for (ContentBlock block : message.content()) {
      if (block instanceof Media || block instanceof ContentBlock.Source) {
        return false;
      }
    }
    return true;
  }

  /** Whether a message has images, sound, videos or documents. */
  public static boolean hasMedia(Message message) {
    return message.content().stream().anyMatch(Media.class::isInstance);
  }

  /** The text of a message; a source or a medium is one line that describes it. */
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

  /** All that was thought in a message, as far as it can be read; may be empty. */
  public static String thought(Message message) {
    var thought = new StringBuilder();
    for (ContentBlock block : message.content()) {
      if (block instanceof ContentBlock.Thinking thinking) {
        thought.append(thinking.thinking());
      }
    }
    return thought.toString();
  }

  /** The text of one block; empty for what was thought. */
  public static String of(ContentBlock block) {
    return switch (block) {
      case ContentBlock.Text plain -> plain.text();
      case ContentBlock.Thinking thinking -> "";
      case ContentBlock.Source source -> PlainText.of(source);
      case Media media -> PlainText.of(media);
    };
  }
}
