package io.awaken.core.context;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The message form of a summary: an internal system message of the runtime (features row 157). It
 * cannot be forged, since people and tools cannot write internal system messages of a run.
 */
public final class ConversationSummary {

  private static final String OPEN = "<conversation-summary>";
  private static final String CLOSE = "</conversation-summary>";
  private static final String ID = "-summary-";
  private static final Pattern MARKS = Pattern.compile("(?i)</?\\s*conversation-summary\\s*>");

  private ConversationSummary() {}

  /**
   * @param number makes the id unique within the step
   * @param text text of the summariser; end marks in it are removed
   * @param by the run and step that write it
   */
  public static Message message(long number, String text, MessageMetadata by) {
    String wrapped = OPEN + "\n" + MARKS.matcher(text).replaceAll("").strip() + "\n" + CLOSE;
    return new Message(
        id(by) + number,
        Role.SYSTEM,
        List.of(new ContentBlock.Text(wrapped)),
        List.of(),
        null,
        Visibility.INTERNAL,
        by);
  }

  /** Whether the runtime wrote the message as a summary. */
  public static boolean is(Message message) {
    return message.role() == Role.SYSTEM
        && message.internal()
        && message.sender() == null
        && message.metadata() != null
        && message.metadata().stepIndex() != null
        && message.id() != null
        && message.id().startsWith(id(message.metadata()))
        && message.text().startsWith(OPEN);
  }

  /** The summary in such a message. */
  public static String text(Message summary) {
    return MARKS.matcher(summary.text()).replaceAll("").strip();
  }

  private static String id(MessageMetadata by) {
    return by.runId() + "-" + by.stepIndex() + ID;
  }
}
