package io.awaken.core.model;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Replaces media in a request by a text, where the model cannot take it: an image that a tool
 * returned once must not end every later run of its thread. History and readers keep the original.
 * Stateless.
 */
public final class LeftOutMedia {

  /** Which media may be replaced. */
  public enum Scope {
    /** Media of tool results, and of all messages before the input of the current turn. */
    EARLIER,
    /** Also media of the input: for a model that takes over while another would take it. */
    ALL
  }

  /** Maximum characters of a name or type in the text. */
  private static final int MAX_NAME = 200;

  /** Longer URLs are not repeated, since a cut one leads nowhere. */
  private static final int MAX_URL = 2_048;

  private LeftOutMedia() {}

  /**
   * The messages with texts for media; the same list when nothing was replaced. Media of assistant
   * messages is not input; the wires describe it in text.
   *
   * @param why the reason for leaving a medium out; null to send it
   */
  public static List<Message> replaced(
      List<Message> messages, Scope scope, Function<Media, String> why) {
    List<Message> out = messages;
    Input input = null;
    int i = 0;
    for (Message message : messages) {
      if (message.role() != Role.ASSISTANT && hasMedia(message)) {
        input = input == null ? Input.of(messages) : input;
        if (scope == Scope.ALL || !input.includes(i, message)) {
          Message sent = replaced(message, why);
          if (sent != message) {
            out = out == messages ? new ArrayList<>(messages) : out;
            out.set(i, sent);
          }
        }
      }
      i++;
    }
    return out;
  }

  /** The message with texts for media; the same message when nothing was replaced. */
  private static Message replaced(Message message, Function<Media, String> why) {
    List<ContentBlock> blocks = replacedBlocks(message.content(), why);
    return blocks == message.content() ? message : message.withContent(blocks);
  }

  /** The blocks with texts for media; the same list when nothing was replaced. */
  public static List<ContentBlock> replacedBlocks(
      List<ContentBlock> blocks, Function<Media, String> why) {
    List<ContentBlock> out = blocks;
    for (int i = 0; i < blocks.size(); i++) {
      if (blocks.get(i) instanceof Media media) {
        String reason = why.apply(media);
        if (reason != null) {
          out = out == blocks ? new ArrayList<>(blocks) : out;
          out.set(i, text(media, reason));
        }
      }
    }
    return out;
  }

  /** Whether a message has images, audio, video or documents. */
  public static boolean hasMedia(Message message) {
    List<ContentBlock> content = message.content();
    // Each message of a long history is looked at: an iterator would be allocated for each.
    for (int i = 0; i < content.size(); i++) {
      if (content.get(i) instanceof Media) {
        return true;
      }
    }
    return false;
  }

  /** The defect of a medium that no model can take; null for none. */
  static String defect(Media media) {
    if (media.data() != null) {
      return media.data().length() == 0 ? "it is empty" : null;
    }
    return media.mediaId() == null && (media.url() == null || media.url().isBlank())
        ? "it has no content"
        : null;
  }

  /** A name that a tool chose, on one line of bounded length. */
  private static String named(String name) {
    return ForeignText.line(name, MAX_NAME);
  }

  /** What was left out and how a tool can fetch it. */
  static ContentBlock.Text text(Media media, String why) {
    var text = new StringBuilder("[").append(media.kind().wire()).append(" left out: ").append(why);
    text.append("; type ").append(media.mediaType() == null ? "unknown" : named(media.mediaType()));
    if (media.data() != null || media.size() != null) {
      text.append(", ").append(media.length()).append(" bytes");
    }
    if (media.name() != null) {
      text.append(", name ").append(named(media.name()));
    }
    if (media.mediaId() != null) {
      text.append("; stored with the thread, for tools, as media_id ").append(media.mediaId());
    } else if (media.data() == null && media.url() != null && media.url().length() <= MAX_URL) {
      text.append("; a tool can fetch it from ").append(media.url());
    }
    return new ContentBlock.Text(text.append(']').toString());
  }

  /**
   * The input of the current turn.
   *
   * @param run the run of the newest input; null when no message names its run
   * @param from the first of the last user messages
   * @param to the last of them
   */
  private record Input(String run, int from, int to) {

    static Input of(List<Message> messages) {
      int from = -1;
      int to = -1;
      for (int i = messages.size() - 1; i >= 0; i--) {
        Message message = messages.get(i);
        String run = run(message);
        if (run != null) {
          return new Input(run, 0, 0);
        }
        if (message.role() == Role.USER && (to < 0 || from == i + 1)) {
          from = i;
          to = to < 0 ? i : to;
        }
      }
      return new Input(null, from, to);
    }

    boolean includes(int index, Message message) {
      return run == null ? index >= from && index <= to : run.equals(run(message));
    }

    private static String run(Message message) {
      MessageMetadata metadata = message.metadata();
      return message.role() == Role.USER && metadata != null ? metadata.runId() : null;
    }
  }
}
