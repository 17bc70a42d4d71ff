package io.awaken.core.store.thread;

/**
 * The stretch at the end of a thread, which grows. Before it are stretches that superseded messages
 * separate; a thread in which nothing is superseded is all tail. Immutable.
 *
 * @param after sequence number of the last superseded message; 0 when none is
 * @param earlier current messages of the thread before the tail
 */
public record Tail(long after, long earlier) {

  /** Nothing is superseded. */
  public static final Tail WHOLE = new Tail(0, 0);

  /**
   * The tail as it is now.
   *
   * @param count messages of the thread, superseded ones included
   */
  public Stretch stretch(long count) {
    return new Stretch(after + 1, count, earlier);
  }

  /** Current messages of a thread with so many messages. */
  public long current(long count) {
    return earlier + count - after;
  }

  /** Superseded messages of the thread. */
  public long superseded() {
    return after - earlier;
  }
}
