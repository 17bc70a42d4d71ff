package io.awaken.protocol.agui.event;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Messages of a thread before those of the run's events.
 *
 * @param messages oldest first, without those for the model only
 * @param complete whether there are no older ones
 */
public record EarlierMessages(List<Message> messages, boolean complete) {

  /** For a thread with unknown messages. */
  public static final EarlierMessages UNKNOWN = new EarlierMessages(List.of(), false);

  /** Whether the messages are known. */
  boolean known() {
    return this != UNKNOWN;
  }

  public EarlierMessages {
    messages = List.copyOf(messages);
  }
}
