package io.awaken.http.submit.thread;

/** What becomes of threads that come from a deleted one. */
public enum ChildStrategy {
  /** They come from none then. */
  DETACH,
  /** As long as there are any, the thread is not deleted. */
  REJECT,
  /**
   * They are deleted with it, those that come from them as well, as far as the caller sees them.
   */
  CASCADE
}
