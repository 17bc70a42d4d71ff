package io.awaken.core.store.thread;

/**
 * The last stretch of a thread, which grows. Superseded messages separate it from earlier
 * stretches; a thread without superseded messages is all tail. Immutable.
 *
 * @param after sequence number of the last superseded message; 0 for none
 * @param earlier number of current messages before the tail
 */
public record Tail(long after, long earlier) {

  public static final Tail WHOLE = new Tail(0, 0);

  /**
   * Returns the current tail as a stretch.
   *
   * @param count messages of the thread, superseded ones included
   */
  public Stretch stretch(long count) {
    return new Stretch(after + 1, count, earlier);
  }

  /** Counts the current messages of a thread with this many messages. */
  public long current(long count) {
    return earlier + count - after;
  }

  /** Counts the superseded messages of the thread. */
  public long superseded() {
    return after - earlier;
  }
}
