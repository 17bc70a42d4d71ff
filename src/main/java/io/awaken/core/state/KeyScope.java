package io.awaken.core.state;

/** The lifetime of a value (features row 43). */
public enum KeyScope {
  /** From the start of a run to its end. */
  RUN,
  /** As long as the thread; later runs of the thread start with it. */
  THREAD
}
