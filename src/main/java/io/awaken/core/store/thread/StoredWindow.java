package io.awaken.core.store.thread;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * The newest part of a conversation, as a store read it.
 *
 * @param system system messages that are older than the rest, oldest first
 * @param newest the newest current messages without a gap, oldest first; unmodifiable
 * @param bytes of both together
 * @param leftOut current messages of the thread that are in neither
 * @param superseded messages of the thread that are superseded: they are in neither, and no other
 *     number counts them
 */
public record StoredWindow(
    List<Message> system, List<Message> newest, long bytes, long leftOut, long superseded) {

  public static final StoredWindow EMPTY = new StoredWindow(List.of(), List.of(), 0, 0);

  public StoredWindow {
    system = List.copyOf(system);
  }

  /** Of a thread in which nothing is superseded. */
  public StoredWindow(List<Message> system, List<Message> newest, long bytes, long leftOut) {
    this(system, newest, bytes, leftOut, 0);
  }

  /**
   * How many messages that the window was asked to leave out are superseded.
   *
   * @param after the place behind which it was read
   * @param count messages of the thread
   */
  public long supersededUpTo(long after, long count) {
    long behind = system.size() + newest.size() + leftOut;
    return superseded - (count - after - behind);
  }
}
