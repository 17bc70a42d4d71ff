package io.awaken.core.supervision;

import java.time.Duration;

/** A duty that a {@link Supervisor} keeps at work. Thread-safe. */
public interface Duty {

  /** Ends it: it is not started again, and a repetition ends after the work of this moment. */
  void end();

  /**
   * Waits for its thread.
   *
   * @return false when the thread still runs after this time
   */
  boolean join(Duration atMost) throws InterruptedException;
}
