package io.awaken.core.message;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes large media out of messages: a reference stays where the bytes were, so that a message row
 * and a run's window hold only that. What is small stays, as long as all of a message together is.
 * Stateless.
 */
public final class LargeMedia {

  /** Bytes of media that stay in a message by default. */
  public static final int INLINE = 64 << 10;

  private static final int LONGEST_TYPE = 128;
  private static final String UNKNOWN = "application/octet-stream";

  private LargeMedia() {}

  /**
   * The messages with references; the very same list when nothing in it is large.
   *
   * @param inline bytes of media that stay in each message
   * @param store is given what was taken out, once for each place
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

  /** A tool may say anything, or nothing. */
  private static String type(String told) {
    return told == null || told.isBlank() || told.length() > LONGEST_TYPE ? UNKNOWN : told;
  }
}
