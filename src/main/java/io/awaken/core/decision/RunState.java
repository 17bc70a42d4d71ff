package io.awaken.core.decision;

import io.awaken.core.run.RunStatus;
import io.awaken.core.store.job.JobStatus;

/** The state of a run and its job. */
public enum RunState {
  /** It has not started; its job is queued. */
  QUEUED,
  /** Its job is claimed. */
  RUNNING,
  /** Its job is claimed, and it was asked to stop. */
  STOPPING,
  /** It waits for decisions, without an active job. */
  WAITING,
  /** It waits, and an effective decision has queued the job that resumes it. */
  RESUMING,
  /** Its owner has released or lost it, and its job is queued again. */
  REQUEUED,
  /** It is done. */
  DONE,
  /** It is done, and its job is a dead letter. */
  DEAD_LETTER;

  /**
   * @param job the status of its current or last job
   * @param stopRequested whether the run was asked to stop
   */
  public static RunState of(RunStatus run, JobStatus job, boolean stopRequested) {
    if (run == RunStatus.DONE) {
      return job == JobStatus.DEAD_LETTER ? DEAD_LETTER : DONE;
    }
    return switch (job) {
      case CLAIMED -> stopRequested ? STOPPING : RUNNING;
      case QUEUED ->
          switch (run) {
            case CREATED -> QUEUED;
            case WAITING -> RESUMING;
            case RUNNING, DONE -> REQUEUED;
          };
      case ACCEPTED, DEAD_LETTER, SUPERSEDED, CANCELLED -> WAITING;
    };
  }

  /** The state of a run whose job is claimed. */
  public static RunState executing(boolean stopRequested) {
    return stopRequested ? STOPPING : RUNNING;
  }
}
