package io.awaken.core.decision;

import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.submission.SubmitResult;
import java.time.Duration;

/** What a store has to write. Switches over it have no default where each case is meant. */
public sealed interface Plan {

  /** What needs no more words. */
  enum Step implements Plan {
    /** Nothing is written: the command does not fit the state. */
    NOTHING,
    /** The new run begins: it takes the thread. */
    BEGIN,
    /** The messages go to the inbox of the run that keeps the thread, unless that is full. */
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
    /** Refused: the run was asked to stop, and its owner has to end it so. */
    CANCEL_PENDING,
    /** Refused: a decision counts that the owner has to act on. */
    DECISION_PENDING,
    /** A request to stop is stored for the owner. */
    STOP,
    /** The decision is stored, and its owner acts on it, or another decision has to come. */
    STORE,
    /** The decision is stored, and a job is queued that resumes the run. */
    RESUME,
    /** A new run with the same input is queued, and takes the place of the dead letter. */
    REDRIVE
  }

  /** Nothing is written; this is the answer. */
  record Answer(SubmitResult result) implements Plan {}

  /**
   * The new run waits in the queue.
   *
   * @param ifFree whether that holds only as long as the thread is free: beside other runs its mode
   *     means something else
   */
  record Enqueue(boolean ifFree) implements Plan {}

  /** The job goes back to the queue; it is not claimed before this time has passed. */
  record Requeue(Duration after) implements Plan {}

  /**
   * The run ends without its owner.
   *
   * @param why its termination
   * @param job what becomes of the job that carries it
   */
  record End(TerminationReason why, JobStatus job) implements Plan {}
}
