package io.awaken.store.jpa;

import io.awaken.core.commit.Cut;
import io.awaken.core.commit.CutRefusal;
import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.commit.ThreadLimits;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Candidate;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.util.Optional;

/** Claims queued jobs: takes the thread, counts the attempt, appends the input the first time. */
final class Claims {
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final Endings endings;
  private final UnreadableJobs unreadable;
  private final String clock;
  private final Pinning pinning;
  private final ThreadLimits limits;
  private final ThreadCuts cuts;

  Claims(Transactions transactions, Statements statements, ThreadLimits limits, Pinning pinning) {
    this.limits = limits;
    this.pinning = pinning;
    this.clock = statements.clock();
    this.transactions = transactions;
    this.threads = statements.threads();
    this.cuts = new ThreadCuts(threads);
    this.jobs = statements.jobs();
    this.runs = statements.runs();
    this.endings = statements.endings();
    this.unreadable = new UnreadableJobs(transactions, statements);
  }

  Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    try {
      return pinning.stored(() -> attempt(candidate, token));
    } catch (NotDue e) {
      return Optional.empty();
    }
  }

  private Optional<Claim> attempt(Candidate candidate, ClaimToken token) {
    try {
      return LostAnswers.settle(
          () ->
              transactions.call(
                  em ->
                      ClaimRows.load(em, clock, candidate)
                          .flatMap(rows -> claim(em, rows, token))));
    } catch (JobGivenUp e) {
      unreadable.giveUp(candidate, token, e);
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
    if (RunStatus.DONE.wire().equals(rows.run().status)) {
      return alreadyOver(em, rows);
    }
    if ((rows.job().attemptCount > 0 || rows.run().timeUsedUp())
        && (!threads.holdUnheld(em, rows.run().threadId) || ended(em, rows))) {
      return Optional.empty();
    }
    return take(em, rows, token);
  }

  private Optional<Claim> take(EntityManager em, ClaimRows rows, ClaimToken token) {
    StoredInput input = StoredInput.read(rows.job(), rows.run());
    int appended = input.messages().size();
    Fence fence = rows.next(token, input.messages());
    if (appended > 0 && !limits.hasRoom(fence.messageCount(), fence.messageBytes(), 0, 0)) {
      throw JobGivenUp.threadFull(limits);
    }
    Cut cut = cut(em, rows, appended > 0);
    if (!threads.takeUnheld(em, fence, rows.seen(), rows.thread().latestRun, appended)) {
      return Optional.empty();
    }
    if (!jobs.claim(em, rows.job(), token, rows.run().timeLeft)) {
      throw new NotDue();
    }
    RunRow run = rows.run();
    String pinnedTo = run.startedAt == null ? pinning.known(run.agentId) : run.resolution;
    runs.start(em, run.threadId, run.runId, pinnedTo);
    if (cut != null) {
      cuts.cut(em, run, rows.cuttable(), cut, appended > 0);
    }
    StepRows.append(em, fence, rows.thread().messageCount, input.messages());
    return Optional.of(claim(fence, rows, input, rows.job().attemptCount + 1).pinned(pinnedTo));
  }

  /** Where the first claim cuts the thread; null for a run that supersedes nothing. */
  private Cut cut(EntityManager em, ClaimRows rows, boolean input) {
    String message = rows.job().supersedes;
    if (message == null || rows.job().attemptCount > 0) {
      return null;
    }
    return switch (cuts.decide(em, rows.cuttable(), message, input)) {
      case Cut cut -> cut;
      case CutRefusal refusal -> throw JobGivenUp.notCut(refusal);
    };
  }

  /** No commit leaves the job of a finished run in the queue; who puts it there revives nothing. */
  private Optional<Claim> alreadyOver(EntityManager em, ClaimRows rows) {
    String threadId = rows.run().threadId;
    if (threads.holdUnheld(em, threadId) && waits(em, rows.thread())) {
      jobs.settle(em, threadId, rows.job().jobId, JobStatus.SUPERSEDED);
    }
    return Optional.empty();
  }

  /**
   * A run that its owner gave back before it saw the cancellation is not begun again, nor is one
   * that has no time left. Behind the thread row.
   */
  private boolean ended(EntityManager em, ClaimRows rows) {
    RunRow run = rows.run();
    boolean cancelled = runs.cancelPending(em, run.threadId, run.runId);
    if (!cancelled && !run.timeUsedUp() || !waits(em, rows.thread())) {
      return false;
    }
    endings.end(
        em,
        new OwnerlessEnding(
            ThreadId.ofKey(run.threadId),
            new RunId(run.runId),
            cancelled ? new TerminationReason.Cancelled() : OwnerlessEnding.timeUsedUp()));
    jobs.settle(em, run.threadId, rows.job().jobId, JobStatus.CANCELLED);
    return true;
  }

  /** Whether, now that the thread row is held, nobody has claimed the job since it was read. */
  private static boolean waits(EntityManager em, ThreadRow thread) {
    return !em.createNativeQuery(
            "SELECT 1 FROM awaken_thread"
                + " WHERE thread_id = :thread AND slot_job IS NULL AND epoch = :epoch")
        .setParameter("thread", thread.threadId)
        .setParameter("epoch", thread.epoch)
        .getResultList()
        .isEmpty();
  }

  private static Claim claim(Fence fence, ClaimRows rows, StoredInput input, int attempt) {
    boolean begun = attempt > 1 || rows.job().resumes();
    RunRow run = rows.run();
    return new Claim(
            fence, run.agentId, input.caller(), ThreadRow.run(run.parentRunId), attempt, begun)
        .from(rows.lineage())
        .with(input.clientTools())
        .with(input.overrides())
        .pinned(run.resolution)
        .after(rows.waited())
        .superseding(rows.job().supersedes);
  }

  /** Rolls a claim back whose job is not to be had yet. */
  static final class NotDue extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDue() {
      super("not due", null, false, false);
    }
  }
}
