package io.awaken.store.jpa.job;

import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.RunState;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.ClaimStore;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.Cut;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.store.database.Transactions;
import io.awaken.store.jpa.document.Pinning;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.StoredInput;
import io.awaken.store.jpa.rows.StoredInput.NotExecutable;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.AmbiguousCommits;
import io.awaken.store.jpa.statement.DueJobs;
import io.awaken.store.jpa.statement.Endings;
import io.awaken.store.jpa.statement.JobUpdates;
import io.awaken.store.jpa.statement.RunUpdates;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.StepRows;
import io.awaken.store.jpa.statement.ThreadCuts;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/**
 * Claims queued jobs: takes the thread, counts the attempt, and on the first claim appends the
 * input.
 */
public final class Claims implements ClaimStore {
  private static final System.Logger LOG = System.getLogger(Claims.class.getName());
  private final Transactions transactions;
  private final Statements statements;
  private final DueJobs due;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final Endings endings;
  private final String clock;
  private final Pinning pinning;
  private final ThreadLimits limits;
  private final ThreadCuts cuts;

  /**
   * @param pinning documents for runs that start
   */
  public Claims(
      Transactions transactions, Statements statements, ThreadLimits limits, Pinning pinning) {
    this.statements = statements;
    this.due = new DueJobs(statements.product());
    this.limits = limits;
    this.pinning = pinning;
    this.clock = statements.clock();
    this.transactions = transactions;
    this.threads = statements.threads();
    this.cuts = new ThreadCuts(threads);
    this.jobs = statements.jobs();
    this.runs = statements.runs();
    this.endings = statements.endings();
  }

  @Override
  public ClaimStore pinning(Pins pins) {
    return new Claims(transactions, statements, limits, pinning.to(pins));
  }

  @Override
  public List<Candidate> due(int limit, String after) {
    return transactions.call(em -> due.read(em, limit, after));
  }

  @Override
  public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    try {
      return pinning.stored(() -> attempt(candidate, token));
    } catch (NotDue e) {
      return Optional.empty();
    }
  }

  private Optional<Claim> attempt(Candidate candidate, ClaimToken token) {
    try {
      return AmbiguousCommits.settle(
          () ->
              transactions.gathered(
                  em ->
                      ClaimRows.load(em, clock, candidate)
                          .flatMap(rows -> claim(em, rows, token))));
    } catch (NotExecutable e) {
      giveUp(candidate, token, e);
      return Optional.empty();
    }
  }

  private Optional<Claim> claim(EntityManager em, ClaimRows rows, ClaimToken token) {
    if (token.value().equals(rows.job().claimToken)) {
      StoredInput input = StoredInput.read(rows.job(), rows.run());
      return Optional.of(claim(rows.owned(token), rows, input, rows.job().attemptCount));
    }
    if (!rows.free()) {
      return Optional.empty();
    }
    boolean again = rows.job().attemptCount > 0 || rows.run().timeUsedUp();
    RunState state = rows.state();
    if ((again || state == RunState.DONE) && !threads.holdUnheld(em, rows.run().threadKey)) {
      return Optional.empty();
    }
    // An owner that released its run may not have read the cancellation.
    boolean stop = again && runs.cancelPending(em, rows.run().threadKey, rows.run().runKey);
    Start start = start(em, rows);
    switch (RunRules.decide(
        state, new RunCommand.Claim(stop, rows.run().timeUsedUp(), start.unfit()))) {
      case Step.TAKE -> {
        return take(em, rows, token, start);
      }
      case Plan.End end when end.job() == JobStatus.DEAD_LETTER -> throw start.givenUp();
      case Plan plan when waits(em, rows.thread()) -> end(em, rows, plan);
      default -> {
        // Another node claimed first.
      }
    }
    return Optional.empty();
  }

  /**
   * What an attempt starts with.
   *
   * @param cut where it cuts the thread; null for nowhere
   * @param givenUp why it cannot start; or null
   */
  private record Start(StoredInput input, CutDecision cut, NotExecutable givenUp) {
    TerminationReason.Error unfit() {
      return givenUp == null ? null : (TerminationReason.Error) givenUp.ending();
    }
  }

  private Start start(EntityManager em, ClaimRows rows) {
    try {
      StoredInput input = StoredInput.read(rows.job(), rows.run());
      CutDecision cut = cut(em, rows, !input.messages().isEmpty());
      TerminationReason.Error unfit = RunRules.unfit(hasRoom(rows, input), limits, cut);
      return new Start(input, cut, unfit == null ? null : new NotExecutable(unfit));
    } catch (StoredInput.Unreadable e) {
      return new Start(null, null, e);
    }
  }

  private Optional<Claim> take(EntityManager em, ClaimRows rows, ClaimToken token, Start start) {
    StoredInput input = start.input();
    int appended = input.messages().size();
    Fence fence = rows.next(token, input.messages());
    if (!threads.takeUnheld(em, fence, rows.seen(), rows.thread().latestRun, appended)) {
      return Optional.empty();
    }
    if (!jobs.claim(em, rows.job(), token, rows.run().timeLeft)) {
      throw new NotDue();
    }
    RunRow run = rows.run();
    String pinnedTo = run.startedAt == null ? pinning.known(run.agentId) : run.resolution;
    runs.start(em, run.threadKey, run.runKey, pinnedTo);
    if (start.cut() instanceof Cut cut) {
      cuts.cut(em, run, rows.cuttable(), cut, appended > 0);
    }
    StepRows.append(em, fence, rows.thread().messageCount, input.messages());
    return Optional.of(claim(fence, rows, input, rows.job().attemptCount + 1).pinned(pinnedTo));
  }

  private boolean hasRoom(ClaimRows rows, StoredInput input) {
    List<Message> messages = input.messages();
    return messages.isEmpty()
        || limits.hasRoom(
            rows.thread().messageCount,
            rows.messageBytes(),
            messages.size(),
            MessageBytes.of(messages));
  }

  /** Decides where the first claim cuts the thread; null when the run supersedes nothing. */
  private CutDecision cut(EntityManager em, ClaimRows rows, boolean input) {
    String message = rows.job().supersedes;
    return message == null || rows.job().attemptCount > 0
        ? null
        : cuts.decide(em, rows.cuttable(), message, input);
  }

  private void end(EntityManager em, ClaimRows rows, Plan plan) {
    RunRow run = rows.run();
    if (plan instanceof Plan.End end) {
      endings.end(em, new Endings.Job(run.threadId, rows.job().jobId, run.runId), end, null);
    } else if (plan == Step.DROP_JOB) {
      jobs.settle(em, run.threadKey, rows.job().jobId, JobStatus.SUPERSEDED);
    }
  }

  /** Returns whether the job is still queued, under the thread lock. */
  private static boolean waits(EntityManager em, ThreadRow thread) {
    return Sql.exists(
        em,
        "SELECT 1 FROM awaken_thread"
            + " WHERE thread_key = :thread AND slot_job IS NULL AND epoch = :epoch",
        "thread",
        thread.threadKey,
        "epoch",
        thread.epoch);
  }

  private static Claim claim(Fence fence, ClaimRows rows, StoredInput input, int attempt) {
    boolean begun = attempt > 1 || rows.job().resumes();
    return new Claim(
        fence,
        input.caller(),
        input.spec(),
        rows.thread().parent(),
        attempt,
        begun,
        rows.run().resolution,
        rows.waited(),
        null);
  }

  /** Rolls back the claim of a job that is not due yet. */
  static final class NotDue extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDue() {
      super("not due", null, false, false);
    }
  }

  /**
   * Moves a job that no node can execute to the dead letter: unreadable rows (F36), or input that
   * does not fit into the thread. The attempt starts and ends in one transaction. Such a job would
   * otherwise stay at the head of the queue.
   */
  private void giveUp(Candidate candidate, ClaimToken token, NotExecutable why) {
    boolean given =
        AmbiguousCommits.call(
            transactions,
            em ->
                ClaimRows.load(em, clock, candidate)
                    .filter(rows -> bury(em, rows, token, why))
                    .isPresent());
    if (given) {
      LOG.log(
          System.Logger.Level.ERROR,
          "Job {0} of run {1} goes to the dead letter: {2}",
          candidate.jobId(),
          candidate.runId(),
          why.getMessage());
    }
  }

  private boolean bury(EntityManager em, ClaimRows rows, ClaimToken token, NotExecutable why) {
    RunRow run = rows.run();
    String jobId = rows.job().jobId;
    if (!rows.free()
        || !threads.takeUnheld(
            em, rows.next(token, List.of()), rows.seen(), rows.thread().latestRun, 0)) {
      return false;
    }
    if (!jobs.claim(em, rows.job(), token, rows.run().timeLeft)) {
      throw new NotDue();
    }
    threads.releaseSlot(em, run.threadKey, jobId, token.value());
    endings.end(
        em,
        new Endings.Job(run.threadId, jobId, run.runId),
        new Plan.End(why.ending(), JobStatus.DEAD_LETTER),
        why.getMessage());
    return true;
  }
}
