package io.awaken.core.decision;

import static io.awaken.core.decision.RunState.DEAD_LETTER;
import static io.awaken.core.decision.RunState.DONE;
import static io.awaken.core.decision.RunState.QUEUED;
import static io.awaken.core.decision.RunState.REQUEUED;
import static io.awaken.core.decision.RunState.RESUMING;
import static io.awaken.core.decision.RunState.RUNNING;
import static io.awaken.core.decision.RunState.STOPPING;
import static io.awaken.core.decision.RunState.WAITING;

import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand.Attempts;
import io.awaken.core.decision.RunCommand.Cancel;
import io.awaken.core.decision.RunCommand.Claim;
import io.awaken.core.decision.RunCommand.Commit;
import io.awaken.core.decision.RunCommand.Decide;
import io.awaken.core.decision.RunCommand.ExpireLease;
import io.awaken.core.decision.RunCommand.Finish;
import io.awaken.core.decision.RunCommand.ForceEnd;
import io.awaken.core.decision.RunCommand.Interrupt;
import io.awaken.core.decision.RunCommand.Nack;
import io.awaken.core.decision.RunCommand.Park;
import io.awaken.core.decision.RunCommand.Redrive;
import io.awaken.core.decision.RunCommand.Release;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.submission.SubmitResult.Refused;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.CutRefusal;
import io.awaken.core.store.thread.ThreadLimits;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Decides commands to a run, by the state of the run. */
public final class RunRules {

  private static final TerminationReason CANCELLED = new TerminationReason.Cancelled();
  private static final Plan CANCEL = new Plan.End(CANCELLED, JobStatus.CANCELLED);
  private static final Plan SUPERSEDE = new Plan.End(CANCELLED, JobStatus.SUPERSEDED);
  private static final Plan NOW = new Plan.Requeue(Duration.ZERO);

  /** The decision table, by state and command. */
  public static final List<Row<RunState, Class<? extends RunCommand>, Function<?, Plan>>> ROWS =
      List.of(
          row(QUEUED, Claim.class, RunRules::claim),
          row(RESUMING, Claim.class, RunRules::claim),
          row(REQUEUED, Claim.class, RunRules::claim),
          row(DONE, Claim.class, claim -> Step.DROP_JOB),
          row(RUNNING, Commit.class, commit -> Step.WRITE),
          row(STOPPING, Commit.class, commit -> Step.WRITE),
          row(RUNNING, Park.class, RunRules::park),
          row(STOPPING, Park.class, park -> Step.CANCEL_PENDING),
          row(RUNNING, Finish.class, finish -> Step.FINISH),
          row(STOPPING, Finish.class, RunRules::finishStopping),
          row(WAITING, Decide.class, decide -> decide.counts() ? Step.RESUME : Step.STORE),
          row(RUNNING, Decide.class, decide -> Step.STORE),
          row(STOPPING, Decide.class, decide -> Step.STORE),
          row(RESUMING, Decide.class, decide -> decide.counts() ? Step.RESUME : Step.STORE),
          row(REQUEUED, Decide.class, decide -> Step.STORE),
          row(QUEUED, Cancel.class, cancel -> CANCEL),
          row(RUNNING, Cancel.class, cancel -> Step.STOP),
          row(STOPPING, Cancel.class, cancel -> Step.STOP),
          row(WAITING, Cancel.class, cancel -> CANCEL),
          row(RESUMING, Cancel.class, cancel -> CANCEL),
          row(REQUEUED, Cancel.class, cancel -> CANCEL),
          row(QUEUED, Interrupt.class, by -> by.due() || by.all() ? SUPERSEDE : Step.NOTHING),
          row(RUNNING, Interrupt.class, by -> Step.STOP),
          row(STOPPING, Interrupt.class, by -> Step.STOP),
          row(WAITING, Interrupt.class, by -> CANCEL),
          row(RESUMING, Interrupt.class, by -> SUPERSEDE),
          row(REQUEUED, Interrupt.class, by -> SUPERSEDE),
          row(RUNNING, Release.class, release -> new Plan.Requeue(release.delay())),
          row(STOPPING, Release.class, release -> NOW),
          row(RUNNING, Nack.class, RunRules::nack),
          row(STOPPING, Nack.class, nack -> NOW),
          row(RUNNING, ExpireLease.class, RunRules::expire),
          row(STOPPING, ExpireLease.class, RunRules::expire),
          row(RUNNING, ForceEnd.class, end -> end.late() ? overdue() : Step.NOTHING),
          row(STOPPING, ForceEnd.class, end -> end.late() ? overdue() : CANCEL),
          row(DEAD_LETTER, Redrive.class, RunRules::redrive));

  private RunRules() {}

  private static <C extends RunCommand>
      Row<RunState, Class<? extends RunCommand>, Function<?, Plan>> row(
          RunState state, Class<C> command, Function<C, Plan> rule) {
    return new Row<>(state, command, rule);
  }

  /** Decides about a command; a pair without a row does nothing. */
  public static <C extends RunCommand> Plan decide(RunState state, C command) {
    return Row.find(ROWS, state, command.getClass())
        .map(rule -> RunRules.<C>of(rule).apply(command))
        .orElse(Step.NOTHING);
  }

  /**
   * Requires that the owner of a run may write its last step.
   *
   * @throws CancelPending when a cancellation is stored that the step does not act on
   * @throws DecisionPending when an effective decision is stored that the step does not act on
   */
  public static void require(RunState state, RunCommand last) {
    switch (decide(state, last)) {
      case Step.CANCEL_PENDING -> throw new CancelPending();
      case Step.DECISION_PENDING -> throw new DecisionPending();
      default -> {}
    }
  }

  /** A row is found by the class of the command. */
  @SuppressWarnings("unchecked")
  private static <C extends RunCommand> Function<C, Plan> of(Function<?, Plan> rule) {
    return (Function<C, Plan>) rule;
  }

  /**
   * Why the input of a run cannot be appended when it starts; null when it can.
   *
   * @param room whether the thread has room for it
   * @param cut where the run cuts the thread; null for one that supersedes nothing
   */
  public static TerminationReason.Error unfit(boolean room, ThreadLimits limits, CutDecision cut) {
    if (!room) {
      return OwnerlessEnding.threadFull(limits);
    }
    return cut instanceof CutRefusal refusal ? refusal.ending() : null;
  }

  private static Plan claim(Claim claim) {
    if (claim.stopRequested()) {
      return CANCEL;
    }
    if (claim.timeUsedUp()) {
      return new Plan.End(OwnerlessEnding.timeUsedUp(), JobStatus.CANCELLED);
    }
    return claim.unfit() == null ? Step.TAKE : bury(claim.unfit());
  }

  private static Plan park(Park park) {
    return park.decisionCounts() ? Step.DECISION_PENDING : Step.PARK;
  }

  private static Plan finishStopping(Finish finish) {
    return finish.how() instanceof TerminationReason.Cancelled ? Step.FINISH : Step.CANCEL_PENDING;
  }

  private static Plan nack(Nack nack) {
    if (nack.permanent()) {
      return bury(OwnerlessEnding.notExecutable());
    }
    Attempts attempts = nack.attempts();
    return attempts.usedUp()
        ? bury(OwnerlessEnding.attemptsUsedUp(attempts.made()))
        : new Plan.Requeue(nack.backoff().after(attempts.failures()));
  }

  private static Plan expire(ExpireLease expired) {
    Attempts attempts = expired.attempts();
    return attempts.usedUp() ? bury(OwnerlessEnding.attemptsUsedUp(attempts.made())) : NOW;
  }

  private static Plan redrive(Redrive redrive) {
    if (!redrive.allowed()) {
      return new Plan.Answer(Refused.forbidden());
    }
    if (!redrive.hasInput()) {
      return new Plan.Answer(Refused.noInput());
    }
    return redrive.queued() >= redrive.max()
        ? new Plan.Answer(Refused.queueFull(redrive.max()))
        : Step.REDRIVE;
  }

  private static Plan overdue() {
    return bury(OwnerlessEnding.timeUsedUp());
  }

  private static Plan bury(TerminationReason why) {
    return new Plan.End(why, JobStatus.DEAD_LETTER);
  }
}
