package io.awaken.core.decision;

import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Duration;

/** What a store writes. Switches that handle each case have no default. */
public sealed interface Plan {

  /** Plans without details. */
  enum Step implements Plan {
    /** Nothing is written, since the command does not apply to the state. */
    NOTHING,
    /** The new run starts and takes the thread. */
    BEGIN,
    /** The messages go to the inbox of the open run, unless it is full. */
    STEER,
    /** The thread is interrupted for the new run; see {@link Admission#afterInterruption}. */
    INTERRUPT,
    /** The job takes the thread. */
    TAKE,
    /** The job is superseded, since its run is done. */
    DROP_JOB,
    /** The owner's step is written. */
    WRITE,
    /** The owner's last step is written, and the run waits. */
    PARK,
    /** The owner's last step is written, and the run is done. */
    FINISH,
    /** Refused: the run was asked to stop, so its owner must end it as cancelled. */
    CANCEL_PENDING,
    /** Refused: the owner must act on an effective decision first. */
    DECISION_PENDING,
    /** A request to stop is stored for the owner. */
    STOP,
    /** The decision is stored; the owner acts on it, or further decisions are required. */
    STORE,
    /** The decision is stored, and a job is queued that resumes the run. */
    RESUME,
    /** A new run with the same input is queued and replaces the dead letter. */
    REDRIVE
  }

  /** Nothing is written; this is the result. */
  record Answer(SubmitResult result) implements Plan {}

  /**
   * The new run waits in the queue.
   *
   * @param ifFree whether this applies only while the thread is free; its mode behaves differently
   *     on a busy thread
   */
  record Enqueue(boolean ifFree) implements Plan {}

  /** The job returns to the queue; no node claims it before this time has passed. */
  record Requeue(Duration after) implements Plan {}

  /**
   * The run ends without its owner.
   *
   * @param why the termination
   * @param job the new status of its job
   */
  record End(TerminationReason why, JobStatus job) implements Plan {}
}
