package io.awaken.core.outbound;

import java.io.IOException;

/**
 * Lets any thread abort the current blocking step of a call, from name resolution to reading.
 * Thread-safe.
 */
final class Abort {

  private Runnable step;
  private boolean aborted;

  /**
   * Starts a step, with the action that aborts it.
   *
   * @throws IOException when the call was already aborted; so was the step
   */
  void during(Runnable end) throws IOException {
    synchronized (this) {
      if (!aborted) {
        step = end;
        return;
      }
    }
    end.run();
    throw new IOException("call was closed");
  }

  /** Ends the last step; returns false when the call was aborted. */
  synchronized boolean over() {
    step = null;
    return !aborted;
  }

  synchronized boolean aborted() {
    return aborted;
  }

  /** Aborts the current step and prevents further ones. */
  void abort() {
    Runnable last;
    synchronized (this) {
      aborted = true;
      last = step;
      step = null;
    }
    if (last != null) {
      last.run();
    }
  }
}
