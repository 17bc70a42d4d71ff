package io.awaken.core.state;

/** How long a value lives (features row 43). */
public enum KeyScope {
  /** From the start of a run to its end. */
  RUN,
  /** As long as the thread: the next run of the thread begins with it. */
  THREAD
}
