package io.awaken.core.decision;

/** Where a thread is when a submission finds it. */
public enum ThreadState {
  /** There is no such thread. */
  ABSENT,
  /** No run keeps it, and no job that is due waits for it. */
  FREE,
  /** No run keeps it, and a job that is due waits for it. */
  QUEUED,
  /** A job executes. */
  RUNNING,
  /** A run keeps it that no job executes: it waits, or is about to go on. */
  WAITING
}
