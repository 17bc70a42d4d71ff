package io.awaken.core.decision;

import io.awaken.core.run.RunStatus;
import io.awaken.core.store.job.JobStatus;

/** Where a run is together with the job that carries it. */
public enum RunState {
  /** It has never begun; its job waits in the queue. */
  QUEUED,
  /** Its job is claimed. */
  RUNNING,
  /** The same, and it was asked to stop. */
  STOPPING,
  /** It waits for decisions; no job carries it. */
  WAITING,
  /** It waits, a decision counts, and the job that resumes it is in the queue. */
  RESUMING,
  /** Its owner has given it back, or lost it, and its job is in the queue again. */
  REQUEUED,
  /** It is done. */
  DONE,
  /** It is done, and its job is in the dead letter. */
  DEAD_LETTER;

  /**
   * @param job the status of the job that carries the run, or did last
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

  /** Of a run whose job is claimed. */
  public static RunState executing(boolean stopRequested) {
    return stopRequested ? STOPPING : RUNNING;
  }
}
