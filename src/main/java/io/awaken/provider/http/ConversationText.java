package io.awaken.provider.http;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Media.DocumentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.nio.charset.StandardCharsets;

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
      case ContentBlock.Source source -> of(source);
      case Media media -> of(media);
    };
  }

  /** A text block of a message; one of a system message amid the conversation is marked as such. */
  public static String of(Message message, ContentBlock.Text text) {
    return message.role() == Role.SYSTEM ? "<system>\n" + text.text() + "\n</system>" : text.text();
  }

  /** A medium that cannot be sent, described in brackets. */
  public static String of(Media media) {
    String type = media.mediaType() == null ? "" : " " + media.mediaType();
    String name = media.name() == null ? "" : " " + media.name();
    return "[" + media.kind().wire() + type + name + "]";
  }

  /** A source with its title and quoted text. */
  public static String of(ContentBlock.Source source) {
    String title = source.title() == null ? "" : source.title() + " ";
    String where = source.url() == null ? source.documentId() : source.url();
    String words = source.snippet() == null ? "" : ": " + source.snippet();
    return title + "<" + where + ">" + words;
  }

  /** The UTF-8 text of a document, prefixed with its name. */
  public static String of(DocumentBlock document, byte[] bytes) {
    String name = document.name() == null ? "" : document.name() + ":\n";
    return name + new String(bytes, StandardCharsets.UTF_8);
  }
}
