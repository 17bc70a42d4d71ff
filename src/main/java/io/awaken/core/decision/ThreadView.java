package io.awaken.core.decision;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;

/**
 * A thread as a store has read it.
 *
 * @param tenant null when there is no such thread
 * @param owner the subject that made it; null when there is no such thread
 * @param executing whether a job has its slot
 * @param openRun the run that keeps it, or null
 * @param openFor on whose behalf that run works, or null
 * @param queued its jobs that wait in the queue
 * @param due whether the time of one of them has come; the others are in no run's way
 * @param messages that it holds
 * @param bytes of its messages and uploads
 */
public record ThreadView(
    String tenant,
    String owner,
    boolean executing,
    RunId openRun,
    Caller openFor,
    long queued,
    boolean due,
    long messages,
    long bytes) {

  /** A thread that does not exist. */
  public static final ThreadView ABSENT =
      new ThreadView(null, null, false, null, null, 0, false, 0, 0);

  /** Where it is. */
  public ThreadState state() {
    if (tenant == null) {
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

  /** Whether a caller may know of it; a thread that does not exist hides nothing. */
  public boolean visibleTo(Caller caller) {
    return tenant == null || caller.sees(tenant, owner);
  }

  /**
   * Whether a caller may say something to the run that keeps it: the run acts on it with the
   * identity of its own caller, for whom the sender must be allowed to act.
   */
  public boolean speaksTo(Caller caller) {
    return openFor != null
        && caller.sees(openFor.tenant(), openFor.subject())
        && caller.mayActFor(openFor);
  }
}
