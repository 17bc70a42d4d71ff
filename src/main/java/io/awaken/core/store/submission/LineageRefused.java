package io.awaken.core.store.submission;

import io.awaken.core.run.ThreadId;

/** A thread cannot come from the thread that was named; nothing was written. */
public final class LineageRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Threads above a thread that are looked at, at the most. */
  public static final int MAX_DEPTH = 64;

  private LineageRefused(String message) {
    super(message);
  }

  /** The caller has no such thread. */
  public static LineageRefused unknown(ThreadId parent) {
    return new LineageRefused("thread not found: " + parent);
  }

  /** The thread itself, or one that comes from it. */
  public static LineageRefused cycle(ThreadId thread, ThreadId parent) {
    return new LineageRefused(
        thread.equals(parent)
            ? "a thread cannot come from itself: " + thread
            : "thread " + parent + " itself comes from thread " + thread);
  }

  /** So many that a cycle among them cannot be ruled out. */
  public static LineageRefused tooDeep(ThreadId parent) {
    return new LineageRefused(
        "thread %s comes from more than %d threads".formatted(parent, MAX_DEPTH));
  }
}
