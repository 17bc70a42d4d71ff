package io.awaken.store.jpa.submission;

import io.awaken.core.decision.Admission;
import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.submission.RefusalCode;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.Cut;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.store.database.Keys;
import io.awaken.store.jpa.document.Pinning;
import io.awaken.store.jpa.rows.JobRow;
import io.awaken.store.jpa.rows.RunRow;
import io.awaken.store.jpa.rows.Sql;
import io.awaken.store.jpa.rows.ThreadRow;
import io.awaken.store.jpa.statement.Inbox;
import io.awaken.store.jpa.statement.MediaRows;
import io.awaken.store.jpa.statement.Pending;
import io.awaken.store.jpa.statement.Resumption;
import io.awaken.store.jpa.statement.SeenThread;
import io.awaken.store.jpa.statement.Statements;
import io.awaken.store.jpa.statement.StepRows;
import io.awaken.store.jpa.statement.ThreadCuts;
import io.awaken.store.jpa.statement.ThreadLock;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;

/**
 * Accepts submissions by mode: reads the thread, claims or creates its row, and inserts run, job
 * and input. A step returns empty when the thread has changed since it was read; rows written so
 * far are harmless, and the next attempt locks the row.
 */
final class NewRuns {
  /** Maximum message bytes in a claim, whose memory is not counted while it waits. */
  private static final int CARRIED = 1 << 16;

  private final String clock;
  private final ThreadLock threads;
  private final Resumption resumption;
  private final Settings settings;
  private final Interruptions interruptions;
  private final Pinning pinning;
  private final ThreadCuts cuts;

  NewRuns(Interruptions interruptions, Statements statements, Settings settings, Pinning pinning) {
    this.clock = statements.clock();
    this.threads = statements.threads();
    this.resumption = statements.resumption();
    this.settings = settings;
    this.interruptions = interruptions;
    this.pinning = pinning;
    this.cuts = new ThreadCuts(threads);
  }

  /**
   * @param held whether the thread's row is locked, if it exists
   * @param again whether an earlier attempt may have been committed
   */
  Optional<SubmitResult> accept(
      EntityManager em, Submission submission, boolean held, boolean again) {
    var seen = SeenThread.read(em, clock, submission.threadId());
    if (seen.deleted() && !submission.elsewhere()) {
      throw new ThreadStore.BeingDeleted(submission.threadId());
    }
    SubmitResult before = before(em, submission, seen, again);
    CutDecision cut = before == null ? cut(em, submission, seen) : null;
    var facts = new Admission.Facts(before, cut);
    Plan plan = Admission.decide(seen.view(), submission, facts, settings.bounds());
    if (seen.exists() && !held && counts(plan, submission) && crowded(seen)) {
      return Optional.empty();
    }
    return switch (plan) {
      case Plan.Answer answer -> Optional.of(answer.result());
      case Plan.Enqueue enqueue -> enqueue(em, submission.unclaimed(), seen, enqueue.ifFree());
      case Step.BEGIN -> take(em, submission, seen, cut);
      case Step.STEER -> steer(em, submission, seen);
      case Step.INTERRUPT -> interrupt(em, submission, seen);
      default -> throw new IllegalStateException("no plan for a submission: " + plan);
    };
  }

  /** Returns whether a plan depends on the number of queued jobs. */
  private static boolean counts(Plan plan, Submission submission) {
    return plan instanceof Plan.Enqueue && submission.mode() != SubmitMode.INTERRUPT
        || plan instanceof Plan.Answer(SubmitResult.Refused refused)
            && refused.code() == RefusalCode.QUEUE_FULL;
  }

  /** Returns whether the queue is so full that it must be counted under the lock. */
  private boolean crowded(SeenThread seen) {
    return seen.queued() >= settings.bounds().queued() / 2;
  }

  /** Returns the earlier result of this submission, or of another with its dedupe key; or null. */
  private SubmitResult before(
      EntityManager em, Submission submission, SeenThread seen, boolean again) {
    if (Keys.run(submission.runId()) == seen.latest() || again && made(em, submission)) {
      return again(em, submission, seen);
    }
    String addressee = Inbox.addressee(em, submission);
    return addressee == null
        ? earlier(em, submission).orElse(null)
        : new SubmitResult.Steered(new RunId(addressee));
  }

  private Optional<SubmitResult> steer(EntityManager em, Submission submission, SeenThread seen) {
    if (!threads.reach(em, Keys.thread(submission.threadId()), Keys.run(seen.openRun()), true)) {
      return Optional.empty();
    }
    RunId open = seen.openRunId();
    if (!Inbox.add(em, Keys.run(seen.openRun()), submission, seen.now(), settings.bounds())) {
      return Optional.of(SubmitResult.Refused.inboxFull(open));
    }
    // Whatever was seen: the run may have parked since.
    resumption.afterMessage(em, submission.threadId(), open);
    return Optional.of(new SubmitResult.Steered(open));
  }

  private Optional<SubmitResult> interrupt(
      EntityManager em, Submission submission, SeenThread seen) {
    Optional<Interruptions.Cleared> cleared =
        interruptions.makeRoom(em, submission.threadId(), submission.caller(), seen);
    if (cleared.isEmpty()) {
      return Optional.empty();
    }
    var now = SeenThread.read(em, clock, submission.threadId());
    RunId stopping = cleared.get().done().stopping();
    boolean clear = stopping == null && !cleared.get().spared();
    if (Admission.afterInterruption(submission, clear) == Step.BEGIN) {
      // The ended run has appended to the thread.
      return take(em, submission, now, cut(em, submission, now));
    }
    return enqueue(em, submission.unclaimed(), now, false)
        .map(queued -> new SubmitResult.Queued(submission.jobId(), stopping));
  }

  /** A later submission may have replaced it as the latest run. */
  private static boolean made(EntityManager em, Submission submission) {
    return Sql.exists(
        em,
        "SELECT 1 FROM awaken_run WHERE thread_key = :thread AND run_key = :run",
        "thread",
        Keys.thread(submission.threadId()),
        "run",
        Keys.run(submission.runId()));
  }

  /** Returns the lost answer of a submission that was accepted. */
  private SubmitResult again(EntityManager em, Submission submission, SeenThread seen) {
    boolean owned =
        submission.claim() != null && submission.claim().value().equals(seen.slotToken());
    return owned
        ? new SubmitResult.Claimed(
            claim(submission, seen, false).pinned(pinning.known(submission.agentId())),
            seen.queued() > 0)
        : new SubmitResult.Queued(submission.jobId(), stopping(em, submission, seen));
  }

  /** Returns the run that was asked to stop for it, as in the lost answer; null for none. */
  private static RunId stopping(EntityManager em, Submission submission, SeenThread seen) {
    boolean stops =
        submission.mode() == SubmitMode.INTERRUPT
            && seen.slotToken() != null
            && !submission.runId().equals(seen.openRunId())
            && Pending.read(em, Keys.thread(submission.threadId()), Keys.run(seen.openRun()))
                .cancelled();
    return stops ? seen.openRunId() : null;
  }

  /**
   * @param ifFree whether the thread must still be free; otherwise the mode requires another plan
   */
  private Optional<SubmitResult> enqueue(
      EntityManager em, Submission submission, SeenThread seen, boolean ifFree) {
    long runKey = Keys.run(submission.runId());
    if (!seen.exists()) {
      var made = new ThreadRow(submission, seen.now());
      made.latestRun = runKey;
      em.persist(made);
    } else if (!(ifFree
        ? threads.enqueueIfFree(em, Keys.thread(submission.threadId()), seen, runKey)
        : threads.enqueue(em, Keys.thread(submission.threadId()), seen.tenant(), runKey))) {
      return Optional.empty();
    }
    insert(em, submission, seen, null);
    return Optional.of(new SubmitResult.Queued(submission.jobId()));
  }

  private Optional<SubmitResult> take(
      EntityManager em, Submission submission, SeenThread seen, CutDecision decided) {
    int appended = submission.messages().size();
    String pinnedTo = pinning.known(submission.agentId());
    Cut cut = decided instanceof Cut found ? found : null;
    Claim claim = claim(submission, seen, true).pinned(pinnedTo);
    long runKey = Keys.run(submission.runId());
    if (!seen.exists()) {
      em.persist(owned(new ThreadRow(submission, seen.now()), claim.fence()));
      claim = submission.messageBytes() > CARRIED ? claim : claim.opening(submission.messages());
    } else if (!threads.take(em, claim.fence(), seen, runKey, appended)) {
      return Optional.empty();
    }
    RunRow run = insert(em, submission, seen, pinnedTo);
    if (cut != null) {
      cuts.cut(em, run, cuttable(submission, seen), cut, appended > 0);
    }
    StepRows.append(em, claim.fence(), seen.messageCount(), submission.messages());
    return Optional.of(new SubmitResult.Claimed(claim, seen.queued() > 0));
  }

  /** Decides where the submission cuts its thread; null when it supersedes nothing. */
  private CutDecision cut(EntityManager em, Submission submission, SeenThread seen) {
    return submission.supersedes() == null
        ? null
        : cuts.decide(
            em,
            cuttable(submission, seen),
            submission.supersedes(),
            !submission.messages().isEmpty());
  }

  private static ThreadCuts.Seen cuttable(Submission submission, SeenThread seen) {
    return new ThreadCuts.Seen(
        Keys.thread(submission.threadId()), seen.tail(), seen.messageCount());
  }

  private RunRow insert(EntityManager em, Submission submission, SeenThread seen, String pinnedTo) {
    var run = new RunRow(submission, seen.generation(), seen.now());
    run.resolution = pinnedTo;
    em.persist(run);
    em.persist(new JobRow(submission, settings, seen.generation(), seen.now()));
    MediaRows.write(em, submission.threadId(), submission.media());
    return run;
  }

  private static ThreadRow owned(ThreadRow made, Fence fence) {
    made.slotJob = fence.jobId().value();
    made.slotToken = fence.token().value();
    made.openRun = Keys.run(fence.runId());
    made.latestRun = made.openRun;
    made.epoch = fence.epoch();
    made.messageCount = fence.messageCount();
    made.messageBytes = fence.messageBytes();
    return made;
  }

  /**
   * @param next whether the claim is not written yet
   */
  private static Claim claim(Submission submission, SeenThread seen, boolean next) {
    var fence =
        new Fence(
            submission.threadId(),
            submission.runId(),
            submission.jobId(),
            submission.claim(),
            seen.epoch() + (next ? 1 : 0),
            seen.messageCount() + (next ? submission.messages().size() : 0),
            seen.messageBytes() + (next ? submission.messageBytes() : 0),
            seen.commitId());
    ThreadId parent = seen.parent() == null ? null : ThreadId.ofKey(seen.parent());
    return new Claim(fence, submission.caller(), submission.spec(), parent, 1, false);
  }

  /**
   * Returns the result for a submission whose key another job has; queries only if it has a key.
   */
  private static Optional<SubmitResult> earlier(EntityManager em, Submission submission) {
    String key = JobRow.chosen(submission.delivery().dedupeKey());
    if (key == null) {
      return Optional.empty();
    }
    List<?> found =
        em.createNativeQuery(
                "SELECT j.job_id, r.run_id FROM awaken_dedupe d JOIN awaken_job j"
                    + " ON j.thread_key = d.thread_key AND j.job_id = d.job_id JOIN awaken_run r"
                    + " ON r.thread_key = j.thread_key AND r.run_key = j.run_key"
                    + " WHERE d.thread_key = :thread AND d.dedupe_key = :key")
            .setParameter("thread", Keys.thread(submission.threadId()))
            .setParameter("key", key)
            .getResultList();
    return found.stream()
        .findFirst()
        .map(row -> (Object[]) row)
        .map(row -> submission.sameKey(new JobId((String) row[0]), new RunId((String) row[1])));
  }
}
