package io.awaken.core.decision;

import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.Backoff;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What is done to one run, with the facts on which it depends beside the run's state. */
public sealed interface RunCommand {

  /**
   * A node takes the job; it is due, and no other run keeps the thread.
   *
   * @param stopRequested whether the run was asked to stop since it was executed last
   * @param timeUsedUp whether it has begun and may take no more time
   * @param unfit why its first claim cannot begin, such as a thread without room; asked only where
   *     it matters
   */
  record Claim(
      boolean stopRequested, boolean timeUsedUp, Supplier<Optional<TerminationReason.Error>> unfit)
      implements RunCommand {}

  /** The owner writes a step. */
  record Commit() implements RunCommand {}

  /**
   * The owner lets the run wait.
   *
   * @param decisionCounts see {@link QuestionCounts#decisionCounts}; with what the step consumes
   */
  record Park(boolean decisionCounts) implements RunCommand {}

  /** The owner ends the run. */
  record Finish(TerminationReason how) implements RunCommand {}

  /**
   * A question got its decision, from a caller or because its time is up.
   *
   * @param counts see {@link QuestionCounts#decisionCounts}; with this decision
   */
  record Decide(boolean counts) implements RunCommand {}

  /** A caller cancels the run. */
  record Cancel() implements RunCommand {}

  /**
   * A caller interrupts the thread.
   *
   * @param due whether the job's time has come
   * @param all whether jobs are superseded whose time has not come
   */
  record Interrupt(boolean due, boolean all) implements RunCommand {}

  /** The owner hands the run over to any node. */
  record HandOver(Duration delay) implements RunCommand {}

  /**
   * The owner could not execute the run.
   *
   * @param permanent whether it is of no use to try again
   * @param backoff how long it waits for the next attempt
   */
  record Nack(boolean permanent, Attempts attempts, Backoff backoff) implements RunCommand {}

  /** The lease of the owner ran out. */
  record ExpireLease(Attempts attempts) implements RunCommand {}

  /**
   * The run has not stopped in time.
   *
   * @param late whether its time was used up; else the thread was interrupted
   */
  record ForceEnd(boolean late) implements RunCommand {}

  /**
   * A caller tries again what was given up.
   *
   * @param allowed whether the caller may work with the roles of the run
   * @param hasInput whether what the run began with is there
   * @param queued jobs of the thread that wait in the queue
   * @param most how many may
   */
  record Redrive(boolean allowed, boolean hasInput, long queued, int most) implements RunCommand {}

  /**
   * Attempts of a job.
   *
   * @param made claims
   * @param released claims that were handed over and count for nothing
   * @param most failures after which it is given up
   */
  record Attempts(int made, int released, int most) {

    int failures() {
      return made - released;
    }

    boolean usedUp() {
      return failures() >= most;
    }
  }
}
