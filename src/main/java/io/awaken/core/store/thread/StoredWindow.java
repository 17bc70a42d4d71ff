package io.awaken.core.store.thread;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * The newest part of a conversation as read from a store.
 *
 * @param system system messages that are older than the rest, oldest first
 * @param newest the newest current messages without a gap, oldest first; unmodifiable
 * @param bytes of both together
 * @param leftOut number of current messages that are in neither
 * @param superseded number of superseded messages, which no other field includes
 */
public record StoredWindow(
    List<Message> system, List<Message> newest, long bytes, long leftOut, long superseded) {

  public static final StoredWindow EMPTY = new StoredWindow(List.of(), List.of(), 0, 0);

  public StoredWindow {
    system = List.copyOf(system);
  }

  /** The window of a thread without superseded messages. */
  public StoredWindow(List<Message> system, List<Message> newest, long bytes, long leftOut) {
    this(system, newest, bytes, leftOut, 0);
  }

  /**
   * Returns how many of the messages before the window's start are superseded.
   *
   * @param after the sequence number after which the window was read
   * @param count messages of the thread
   */
  public long supersededUpTo(long after, long count) {
    long behind = system.size() + newest.size() + leftOut;
    return superseded - (count - after - behind);
  }
}
