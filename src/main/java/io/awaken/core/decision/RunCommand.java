package io.awaken.core.decision;

import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.Backoff;
import java.time.Duration;

/** A command to a run, with the facts that it depends on besides the run's state. */
public sealed interface RunCommand {

  /**
   * A node claims the job, which is due on a free thread.
   *
   * @param stopRequested whether the run was asked to stop since its last execution
   * @param timeUsedUp whether it has started and used up its time
   * @param unfit why it cannot start, such as a full thread or an unreadable row; or null
   */
  record Claim(boolean stopRequested, boolean timeUsedUp, TerminationReason.Error unfit)
      implements RunCommand {}

  /** The owner writes a step. */
  record Commit() implements RunCommand {}

  /**
   * The owner parks the run.
   *
   * @param decisionCounts see {@link QuestionCounts#keepsFromParking}; after the step's changes
   */
  record Park(boolean decisionCounts) implements RunCommand {}

  /** The owner ends the run. */
  record Finish(TerminationReason how) implements RunCommand {}

  /**
   * A question was decided by a caller or by its expiry, or a run without one has a message.
   *
   * @param counts whether the run continues: see {@link QuestionCounts#decisionCounts}, with this
   *     decision, and {@link QuestionCounts#waitsForMessages}
   */
  record Decide(boolean counts) implements RunCommand {}

  /** A caller cancels the run. */
  record Cancel() implements RunCommand {}

  /**
   * A caller interrupts the thread.
   *
   * @param due whether the job's time has come
   * @param all whether jobs that are not due are superseded, too
   */
  record Interrupt(boolean due, boolean all) implements RunCommand {}

  /** The owner releases the run to any node. */
  record Release(Duration delay) implements RunCommand {}

  /**
   * The owner could not execute the run.
   *
   * @param permanent whether further attempts are pointless
   * @param backoff delay before the next attempt
   */
  record Nack(boolean permanent, Attempts attempts, Backoff backoff) implements RunCommand {}

  /** The owner's lease has expired. */
  record ExpireLease(Attempts attempts) implements RunCommand {}

  /**
   * The run has not stopped in time.
   *
   * @param late whether its time was used up; otherwise the thread was interrupted
   */
  record ForceEnd(boolean late) implements RunCommand {}

  /**
   * A caller redrives a dead letter.
   *
   * @param allowed whether the caller may use the roles of the run
   * @param hasInput whether the run's input is still stored
   * @param queued number of queued jobs of the thread
   * @param max maximum number of queued jobs
   */
  record Redrive(boolean allowed, boolean hasInput, long queued, int max) implements RunCommand {}

  /**
   * Attempts of a job.
   *
   * @param made number of claims
   * @param released claims that were released and do not count
   * @param max maximum number of failures
   */
  record Attempts(int made, int released, int max) {

    int failures() {
      return made - released;
    }

    boolean usedUp() {
      return failures() >= max;
    }
  }
}
