package io.awaken.core.decision;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadAction;

/**
 * A thread as a store has read it.
 *
 * @param access who may use it; null when it does not exist
 * @param executing whether a job has its slot
 * @param openRun its open run, or null
 * @param openFor the caller that this run acts for, or null
 * @param queued number of its queued jobs
 * @param due whether one of them is due; others block no run
 * @param messages number of its messages
 * @param bytes bytes of its messages and uploads
 */
public record ThreadView(
    ThreadAccess access,
    boolean executing,
    RunId openRun,
    Caller openFor,
    long queued,
    boolean due,
    long messages,
    long bytes) {

  /** A thread that does not exist. */
  public static final ThreadView ABSENT = new ThreadView(null, false, null, null, 0, false, 0, 0);

  /** Its state. */
  public ThreadState state() {
    if (access == null) {
      return ThreadState.ABSENT;
    }
    if (executing) {
      return ThreadState.RUNNING;
    }
    if (openRun != null) {
      return ThreadState.WAITING;
    }
    return due ? ThreadState.QUEUED : ThreadState.FREE;
  }

  /** Whether a caller may send it messages; true for a thread that does not exist. */
  public boolean opensTo(Caller caller) {
    return access == null || access.allows(caller, ThreadAction.WRITE);
  }

  /**
   * Whether a caller may send messages to the open run: the run acts on them as its own caller, for
   * whom the sender must be allowed to act.
   */
  public boolean maySteer(Caller caller) {
    return openFor != null
        && caller.sees(openFor.tenant(), openFor.subject())
        && caller.mayActFor(openFor);
  }

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
}
