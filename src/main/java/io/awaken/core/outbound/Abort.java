package io.awaken.core.outbound;

import java.io.IOException;

/**
 * Lets any thread end what the thread of a call is blocked in: at each time one thing, from the
 * name that is looked up to the connection that is read. Thread-safe.
 */
final class Abort {

  private Runnable step;
  private boolean aborted;

  /**
   * Says what ends the step that begins now.
   *
   * @throws IOException when the call was ended already; the step was, too
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

  /** Nothing is to be ended any more; false when the call was ended before. */
  synchronized boolean over() {
    step = null;
    return !aborted;
  }

  synchronized boolean aborted() {
    return aborted;
  }

  /** Ends the step and lets none begin any more. */
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
