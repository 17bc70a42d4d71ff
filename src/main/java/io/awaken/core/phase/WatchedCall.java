package io.awaken.core.phase;

/** A call that has a deadline. Thread-safe. */
abstract class WatchedCall {

  private final long since;
  private boolean closed;
  private boolean ended;

  /**
   * @param since when it began, in nanoseconds of the watch's clock
   */
  WatchedCall(long since) {
    this.since = since;
  }

  /** Makes it end; called once at the most, and never after it was closed. */
  abstract void end();

  final synchronized void endIfOverdue(long now) {
    if (!closed && !ended && now - since > HookWatch.DEADLINE.toNanos()) {
      ended = true;
      end();
    }
  }

  /** After this it is not ended any more; tells whether it was. */
  final synchronized boolean close() {
    closed = true;
    return ended;
  }
}
