package io.awaken.core.store.submission;

import io.awaken.core.run.ThreadId;

/** The named thread cannot become the parent; nothing was written. */
public final class LineageRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Maximum number of ancestors that are checked. */
  public static final int MAX_DEPTH = 64;

  private LineageRefused(String message) {
    super(message);
  }

  /** The caller has no such thread. */
  public static LineageRefused unknown(ThreadId parent) {
    return new LineageRefused("thread not found: " + parent);
  }

  /** The parent is the thread itself or one of its descendants. */
  public static LineageRefused cycle(ThreadId thread, ThreadId parent) {
    return new LineageRefused(
        thread.equals(parent)
            ? "a thread cannot come from itself: " + thread
            : "thread " + parent + " itself comes from thread " + thread);
  }

  /** Too many ancestors to rule out a cycle. */
  public static LineageRefused tooDeep(ThreadId parent) {
    return new LineageRefused(
        "thread %s comes from more than %d threads".formatted(parent, MAX_DEPTH));
  }
}
