package io.awaken.core.mailbox;

import io.awaken.core.run.RunId;

/** The thread is held by another run, which the message does not name; nothing was written. */
public final class ThreadBusy extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient RunId openRun;

  /**
   * @param openRun the run that holds it; null when its runs are only queued
   */
  public ThreadBusy(RunId openRun) {
    super(openRun == null ? "the thread has queued runs" : "the thread has an open run");
    this.openRun = openRun;
  }

  /** The run that holds it; null when its runs are only queued. */
  public RunId openRun() {
    return openRun;
  }
}
