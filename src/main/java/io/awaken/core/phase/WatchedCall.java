package io.awaken.core.phase;

import java.time.Duration;

/** A call with a deadline. Thread-safe. */
abstract class WatchedCall {

  private final long since;
  private final Duration limit;
  private boolean closed;
  private boolean ended;
  private boolean ignored;

  /**
   * @param since start time, in nanoseconds of the watch's clock
   * @param limit time limit
   */
  WatchedCall(long since, Duration limit) {
    this.since = since;
    this.limit = limit;
  }

  /** The time limit. */
  final Duration limit() {
    return limit;
  }

  /** Ends the call; called at most once, and never after it was closed. */
  abstract void end();

  /** The call ignored its interrupt; called again at the next check if that throws. */
  void ignores() {}

  final synchronized void endIfOverdue(long now) {
    long overdue = now - since - limit.toNanos();
    if (!closed && !ended && overdue > 0) {
      ended = true;
      end();
    } else if (!closed && !ignored && overdue > HookWatch.GRACE.toNanos()) {
      ignores();
      ignored = true;
    }
  }

  /** Ends the watch; returns whether the call was interrupted. */
  final synchronized boolean close() {
    closed = true;
    return ended;
  }
}
