package io.awaken.provider.http;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.DocumentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import java.nio.charset.StandardCharsets;

/** The text form of content that a wire does not support. Stateless. */
public final class PlainText {

  private PlainText() {}

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
