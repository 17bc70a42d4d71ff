package io.awaken.protocol.agui.event;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * The messages of a thread before those that the events of a run tell of.
 *
 * @param messages oldest first, without those for the model only
 * @param whole whether there are no older ones
 */
public record History(List<Message> messages, boolean whole) {

  /** Of a thread whose messages are not known. */
  public static final History UNKNOWN = new History(List.of(), false);

  /** Whether anything is known of the thread. */
  boolean known() {
    return this != UNKNOWN;
  }

  public History {
    messages = List.copyOf(messages);
  }
}
