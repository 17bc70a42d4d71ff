package io.awaken.core.decision;

/** The state of a thread for a submission. */
public enum ThreadState {
  /** The thread does not exist. */
  ABSENT,
  /** It has neither an open run nor a due job. */
  FREE,
  /** It has no open run, but a due job. */
  QUEUED,
  /** A job executes. */
  RUNNING,
  /** It has an open run that does not execute: it waits, or is about to continue. */
  WAITING
}
