package io.awaken.store.memory;

import io.awaken.core.decision.Admission;
import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.ThreadView;
import io.awaken.core.run.RunId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutRefusal;
import java.util.Optional;

/** Accepts runs by mode. Guarded by the tables' lock. */
final class Submissions {
  private final Tables tables;
  private final Interruptions interruptions;
  private final Settings settings;
  private final IdempotencyKeys keys;
  private final Pins pins;

  Submissions(Tables tables, Interruptions interruptions, Settings settings, Pins pins) {
    this.pins = pins;
    this.tables = tables;
    this.interruptions = interruptions;
    this.settings = settings;
    this.keys = new IdempotencyKeys(tables, settings.keepKeys());
  }

  /** Deletes idempotency keys created before this time and returns their number. */
  int forgetKeys(long before, int limit) {
    return keys.forget(before, limit);
  }

  SubmitResult accept(Submission submission) {
    return submission.key() == null ? anew(submission) : keys.accept(submission, this::anew);
  }

  Optional<SubmitResult> before(Submission submission) {
    return submission.key() == null ? Optional.empty() : keys.before(submission);
  }

  private SubmitResult anew(Submission submission) {
    ThreadRow thread = tables.threads.get(submission.threadId());
    ThreadView view = thread == null ? ThreadView.ABSENT : view(thread);
    var facts = new Admission.Facts(before(thread, submission), cut(thread, submission));
    return switch (Admission.decide(view, submission, facts, settings.bounds())) {
      case Plan.Answer answer -> answer.result();
      case Plan.Enqueue enqueue -> queue(made(thread, submission), submission);
      case Step.BEGIN -> begin(made(thread, submission), submission);
      case Step.STEER -> steer(thread.openRun, submission);
      case Step.INTERRUPT -> interrupt(thread, submission);
      case Plan other -> throw new IllegalStateException("no plan for a submission: " + other);
    };
  }

  /** Jobs that are not due do not block new runs. */
  private ThreadView view(ThreadRow thread) {
    RunRow open = thread.openRun;
    return new ThreadView(
        thread.access(),
        thread.slot != null,
        open == null ? null : open.id,
        open == null ? null : open.caller,
        thread.queued,
        !tables.queueOf(thread, true).isEmpty(),
        thread.messages.size(),
        thread.messageBytes);
  }

  /** Returns the earlier result of this submission, or of another with its dedupe key; or null. */
  private SubmitResult before(ThreadRow thread, Submission submission) {
    if (thread == null) {
      return null;
    }
    if (repeats(thread, submission)) {
      JobRow known = tables.jobs.get(submission.jobId());
      return known.token != null && known.token.equals(submission.claim())
          ? claimed(known)
          : new SubmitResult.Queued(known.id, stopping(thread, submission));
    }
    RunId steered = tables.steered.get(submission.runId());
    return steered == null
        ? sameKey(thread, submission).map(earlier -> answer(submission, earlier)).orElse(null)
        : new SubmitResult.Steered(steered);
  }

  private static SubmitResult answer(Submission submission, JobRow earlier) {
    return earlier.id.equals(submission.jobId())
        ? new SubmitResult.Queued(earlier.id)
        : SubmitResult.Refused.duplicate(earlier.id, earlier.run.id);
  }

  private static CutDecision cut(ThreadRow thread, Submission submission) {
    if (submission.supersedes() == null) {
      return null;
    }
    return thread == null
        ? CutRefusal.NOT_FOUND
        : thread.decide(submission.supersedes(), !submission.messages().isEmpty());
  }

  /** A submission with a lost answer is repeated with the same ids. */
  private boolean repeats(ThreadRow thread, Submission submission) {
    RunRow known = tables.runs.get(submission.runId());
    return known != null && known.thread == thread && tables.jobs.containsKey(submission.jobId());
  }

  private Optional<JobRow> sameKey(ThreadRow thread, Submission submission) {
    String key = submission.delivery().dedupeKey();
    return key == null
        ? Optional.empty()
        : tables.jobs.values().stream()
            .filter(job -> job.run.thread == thread && key.equals(job.dedupeKey))
            .findFirst();
  }

  private ThreadRow made(ThreadRow known, Submission submission) {
    if (known != null) {
      return known;
    }
    var caller = submission.caller();
    var made =
        new ThreadRow.NewThread(
            submission.threadId(),
            caller.tenant(),
            caller.subject(),
            submission.sharing(),
            null,
            null,
            null);
    var thread = new ThreadRow(made, tables.now());
    tables.threads.put(thread.id, thread);
    return thread;
  }

  private SubmitResult begin(ThreadRow thread, Submission submission) {
    JobRow job = tables.enqueue(thread, submission);
    tables.take(job, submission.claim(), settings, pins);
    return claimed(job);
  }

  private static SubmitResult claimed(JobRow job) {
    return new SubmitResult.Claimed(job.claim(), job.run.thread.queued > 0);
  }

  /** Returns the run that was asked to stop for it, as in the lost answer; or null. */
  private static RunId stopping(ThreadRow thread, Submission submission) {
    RunRow open = thread.openRun;
    boolean stops =
        submission.mode() == SubmitMode.INTERRUPT
            && open != null
            && thread.slot != null
            && open.cancelRequested
            && !open.id.equals(submission.runId());
    return stops ? open.id : null;
  }

  private SubmitResult queue(ThreadRow thread, Submission submission) {
    return new SubmitResult.Queued(tables.enqueue(thread, submission).id);
  }

  private SubmitResult steer(RunRow run, Submission submission) {
    long unread = run.inbox.stream().mapToLong(Submission::messageBytes).sum();
    if (!Admission.takesMessages(run.inbox.size(), unread, submission, settings.bounds())) {
      return SubmitResult.Refused.inboxFull(run.id);
    }
    run.inbox.add(submission);
    run.senders.add(submission.caller().subject());
    tables.store(run.thread, submission.media());
    tables.steered.put(submission.runId(), run.id);
    run.thread.updatedAt = tables.now();
    return new SubmitResult.Steered(run.id);
  }

  private SubmitResult interrupt(ThreadRow thread, Submission submission) {
    Interruptions.Cleared cleared = interruptions.makeRoom(thread, submission.caller());
    RunId stopping = cleared.done().stopping();
    boolean clear = stopping == null && !cleared.spared();
    if (Admission.afterInterruption(submission, clear) == Step.BEGIN) {
      return begin(thread, submission);
    }
    queue(thread, submission);
    return new SubmitResult.Queued(submission.jobId(), stopping);
  }
}
