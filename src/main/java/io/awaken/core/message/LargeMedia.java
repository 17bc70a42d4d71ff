package io.awaken.core.message;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Replaces large media in messages with references, so that message rows and windows stay small.
 * Small media stays, as long as that of the whole message is small. Stateless.
 */
public final class LargeMedia {

  /** Default maximum bytes of media in a message. */
  public static final int INLINE = 64 << 10;

  private static final int LONGEST_TYPE = 128;
  private static final String UNKNOWN = "application/octet-stream";

  private LargeMedia() {}

  /**
   * The messages with references; the same list when it has no large media.
   *
   * @param inline maximum bytes of media in each message
   * @param store receives each replaced media, once per reference
   */
  public static List<Message> separated(
      List<Message> messages, int inline, Consumer<MediaContent> store) {
    List<Message> out = messages;
    for (int i = 0; i < messages.size(); i++) {
      Message message = messages.get(i);
      List<ContentBlock> content = blocks(message.content(), inline, store);
      if (content != message.content()) {
        out = out == messages ? new ArrayList<>(messages) : out;
        out.set(i, message.withContent(content));
      }
    }
    return out;
  }

  /** Like {@link #separated} for the blocks of one message, or of a tool's result. */
  public static List<ContentBlock> blocks(
      List<ContentBlock> blocks, int inline, Consumer<MediaContent> store) {
    List<ContentBlock> out = blocks;
    long room = inline;
    for (int i = 0; i < blocks.size(); i++) {
      if (!(blocks.get(i) instanceof Media media) || media.data() == null) {
        continue;
      }
      if (media.data().length() <= room) {
        room -= media.data().length();
      } else {
        MediaContent content = MediaContent.of(type(media.mediaType()), media.data());
        store.accept(content);
        out = out == blocks ? new ArrayList<>(blocks) : out;
        out.set(i, media.stored(content));
      }
    }
    return out;
  }

  /** A tool may declare anything or nothing. */
  private static String type(String declared) {
    return declared == null || declared.isBlank() || declared.length() > LONGEST_TYPE
        ? UNKNOWN
        : declared;
  }
}
