package io.awaken.core.commit;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * The newest part of a conversation, as a store read it.
 *
 * @param system system messages that are older than the rest, oldest first
 * @param newest the newest current messages without a gap, oldest first; unmodifiable
 * @param bytes of both together
 * @param leftOut current messages of the thread that are in neither
 * @param cut whether the thread has superseded messages, which are in neither and do not count
 */
public record StoredWindow(
    List<Message> system, List<Message> newest, long bytes, long leftOut, boolean cut) {

  public static final StoredWindow EMPTY = new StoredWindow(List.of(), List.of(), 0, 0);

  public StoredWindow {
    system = List.copyOf(system);
  }

  /** Of a thread in which nothing is superseded. */
  public StoredWindow(List<Message> system, List<Message> newest, long bytes, long leftOut) {
    this(system, newest, bytes, leftOut, false);
  }
}
