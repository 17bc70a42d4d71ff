package io.awaken.store.jpa;

import io.awaken.core.commit.OwnerlessEnding;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore.Candidate;
import io.awaken.core.message.Message;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.store.database.Transactions;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/** Claims queued jobs: takes the thread, counts the attempt, appends the input the first time. */
final class Claims {
  private final Transactions transactions;
  private final ThreadLock threads;
  private final JobUpdates jobs;
  private final RunUpdates runs;
  private final Endings endings;

  Claims(Transactions transactions, Statements statements) {
    this.transactions = transactions;
    this.threads = statements.threads();
    this.jobs = statements.jobs();
    this.runs = statements.runs();
    this.endings = statements.endings();
  }

  Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    try {
      return LostAnswers.settle(() -> transactions.call(em -> claim(em, candidate, token)));
    } catch (NotDue e) {
      return Optional.empty();
    }
  }

  private Optional<Claim> claim(EntityManager em, Candidate candidate, ClaimToken token) {
    List<Object[]> found = load(em, candidate);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    JobRow job = (JobRow) found.getFirst()[0];
    ThreadRow thread = (ThreadRow) found.getFirst()[1];
    RunRow run = (RunRow) found.getFirst()[2];
    if (token.value().equals(job.claimToken)) {
      Fence fence = fence(candidate, token, thread.epoch, thread.messageCount);
      return Optional.of(claim(fence, run, job, job.attemptCount));
    }
    if (!job.hasStatus(JobStatus.QUEUED) || thread.slotJob != null) {
      return Optional.empty();
    }
    if (RunStatus.DONE.wire().equals(run.status)) {
      return alreadyOver(em, candidate, thread);
    }
    if (job.attemptCount > 0 && endedByCancellation(em, candidate, thread, run)) {
      return Optional.empty();
    }
    return take(em, candidate, token, new Rows(job, thread, run));
  }

  private static List<Object[]> load(EntityManager em, Candidate candidate) {
    return em.createQuery(
            "select j, t, r from JobRow j join ThreadRow t on t.threadId = j.threadId"
                + " join RunRow r on r.threadId = j.threadId and r.runId = j.runId"
                + " where j.threadId = :thread and j.jobId = :job",
            Object[].class)
        .setParameter("thread", candidate.threadId().value())
        .setParameter("job", candidate.jobId().value())
        .setHint("org.hibernate.readOnly", true)
        .getResultList();
  }

  private Optional<Claim> take(EntityManager em, Candidate candidate, ClaimToken token, Rows rows) {
    List<Message> input =
        rows.job().attemptCount == 0 ? StoredJson.readMessages(rows.job().input) : List.of();
    long count = rows.thread().messageCount;
    Fence fence = fence(candidate, token, rows.thread().epoch + 1, count + input.size());
    if (!threads.take(em, fence, rows.seen(), rows.thread().latestRun, input.size())) {
      return Optional.empty();
    }
    if (!jobs.claim(em, rows.job(), token)) {
      throw new NotDue();
    }
    runs.start(em, rows.run().threadId, rows.run().runId);
    StepRows.append(em, fence, count, input);
    return Optional.of(claim(fence, rows.run(), rows.job(), rows.job().attemptCount + 1));
  }

  /** No commit leaves the job of a finished run in the queue; who puts it there revives nothing. */
  private Optional<Claim> alreadyOver(EntityManager em, Candidate candidate, ThreadRow thread) {
    String threadId = candidate.threadId().value();
    threads.hold(em, threadId);
    if (waits(em, candidate, thread)) {
      jobs.settle(em, threadId, candidate.jobId().value(), JobStatus.SUPERSEDED);
    }
    return Optional.empty();
  }

  /** A run that its owner gave back before it saw the cancellation is not begun again. */
  private boolean endedByCancellation(
      EntityManager em, Candidate candidate, ThreadRow thread, RunRow run) {
    String threadId = candidate.threadId().value();
    threads.hold(em, threadId);
    if (!runs.cancelPending(em, threadId, candidate.runId().value())
        || !waits(em, candidate, thread)) {
      return false;
    }
    endings.end(
        em,
        new OwnerlessEnding(
            candidate.threadId(),
            candidate.runId(),
            ThreadRow.run(run.parentRunId),
            new TerminationReason.Cancelled()));
    jobs.settle(em, threadId, candidate.jobId().value(), JobStatus.CANCELLED);
    return true;
  }

  /** Whether, now that the thread row is held, nobody has claimed the job since it was read. */
  private static boolean waits(EntityManager em, Candidate candidate, ThreadRow thread) {
    return !em.createNativeQuery(
            "SELECT 1 FROM awaken_thread"
                + " WHERE thread_id = :thread AND slot_job IS NULL AND epoch = :epoch")
        .setParameter("thread", candidate.threadId().value())
        .setParameter("epoch", thread.epoch)
        .getResultList()
        .isEmpty();
  }

  private static Fence fence(Candidate candidate, ClaimToken token, long epoch, long count) {
    return new Fence(
        candidate.threadId(), candidate.runId(), candidate.jobId(), token, epoch, count);
  }

  private static Claim claim(Fence fence, RunRow run, JobRow job, int attempt) {
    boolean begun = attempt > 1 || job.resumes();
    return new Claim(
            fence, run.agentId, run.caller(), ThreadRow.run(run.parentRunId), attempt, begun)
        .with(StoredJson.readClientTools(run.clientTools));
  }

  private record Rows(JobRow job, ThreadRow thread, RunRow run) {
    SeenThread seen() {
      return new SeenThread(
          0,
          thread.tenant,
          thread.owner,
          thread.slotToken,
          thread.openRun,
          thread.latestRun,
          thread.epoch,
          thread.messageCount,
          0,
          true);
    }
  }

  /** Rolls a claim back whose job is not to be had yet. */
  private static final class NotDue extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotDue() {
      super("not due", null, false, false);
    }
  }
}
