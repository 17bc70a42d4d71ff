package io.awaken.core.commit;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * The newest part of a conversation, as a store read it.
 *
 * @param system system messages that are older than the rest, oldest first
 * @param newest the newest messages without a gap, oldest first; unmodifiable
 * @param bytes of both together
 * @param leftOut messages of the thread that are in neither
 */
public record StoredWindow(List<Message> system, List<Message> newest, long bytes, long leftOut) {

  public static final StoredWindow EMPTY = new StoredWindow(List.of(), List.of(), 0, 0);

  public StoredWindow {
    system = List.copyOf(system);
  }
}
