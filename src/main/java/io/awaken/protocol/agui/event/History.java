package io.awaken.protocol.agui.event;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Messages of a thread before those of the run's events.
 *
 * @param messages oldest first, without those for the model only
 * @param complete whether there are no older ones
 */
public record History(List<Message> messages, boolean complete) {

  /** For a thread with unknown messages. */
  public static final History UNKNOWN = new History(List.of(), false);

  /** Whether the messages are known. */
  boolean known() {
    return this != UNKNOWN;
  }

  public History {
    messages = List.copyOf(messages);
  }
}
