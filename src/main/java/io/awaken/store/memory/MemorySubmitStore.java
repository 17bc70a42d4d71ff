package io.awaken.store.memory;

import io.awaken.core.decision.Admission;
import io.awaken.core.decision.Plan;
import io.awaken.core.decision.Plan.Step;
import io.awaken.core.decision.RunCommand;
import io.awaken.core.decision.RunRules;
import io.awaken.core.decision.ThreadView;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.document.Pins;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.core.store.job.MailboxStore.Settings;
import io.awaken.core.store.job.SubmitStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.thread.CutDecision;
import io.awaken.core.store.thread.CutDecision.CutRefusal;
import java.util.List;
import java.util.Optional;

/**
 * Accepts runs by mode, and interrupts threads: cancels queued and waiting runs and asks the
 * executing one to stop. Runs that the caller cannot see are not affected.
 */
final class MemorySubmitStore implements SubmitStore {
  private final Tables tables;
  private final Settings settings;
  private final Pins pins;

  /**
   * @param pins documents for runs that start
   */
  MemorySubmitStore(Tables tables, Settings settings, Pins pins) {
    this.tables = tables;
    this.settings = settings;
    this.pins = pins;
  }

  @Override
  public MemorySubmitStore pinning(Pins runs) {
    return new MemorySubmitStore(tables, settings, runs);
  }

  @Override
  public SubmitResult submit(Submission submission) {
    return tables.call(
        () ->
            submission.key() == null
                ? accept(submission)
                : tables.keys.accept(submission, settings.keepKeys(), this::accept));
  }

  @Override
  public Optional<SubmitResult> before(Submission submission) {
    return submission.key() == null
        ? Optional.empty()
        : tables.call(() -> tables.keys.before(submission, settings.keepKeys()));
  }

  @Override
  public Optional<Interrupted> interrupt(ThreadId threadId, Caller by) {
    return tables.call(
        () ->
            Optional.ofNullable(tables.threads.get(threadId))
                .filter(thread -> thread.access().allows(by, ThreadAction.WRITE))
                .map(thread -> clear(thread, by, true).done()));
  }

  private SubmitResult accept(Submission submission) {
    ThreadRow thread = tables.threads.get(submission.threadId());
    ThreadView view = thread == null ? ThreadView.ABSENT : view(thread);
    var facts = new Admission.Facts(before(thread, submission), cut(thread, submission));
    return switch (Admission.decide(view, submission, facts, settings.bounds())) {
      case Plan.Answer answer -> answer.result();
      case Plan.Enqueue enqueue -> queue(tables.made(thread, submission), submission);
      case Step.BEGIN -> begin(tables.made(thread, submission), submission);
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
        ? sameKey(thread, submission)
            .map(earlier -> submission.sameKey(earlier.id, earlier.run.id))
            .orElse(null)
        : new SubmitResult.Steered(steered);
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
    tables.resumeForMessages(run);
    return new SubmitResult.Steered(run.id);
  }

  private SubmitResult interrupt(ThreadRow thread, Submission submission) {
    Cleared cleared = clear(thread, submission.caller(), false);
    RunId stopping = cleared.done().stopping();
    boolean clear = stopping == null && !cleared.spared();
    if (Admission.afterInterruption(submission, clear) == Step.BEGIN) {
      return begin(thread, submission);
    }
    queue(thread, submission);
    return new SubmitResult.Queued(submission.jobId(), stopping);
  }

  /**
   * @param all whether jobs that are not due are cancelled, too
   */
  private Cleared clear(ThreadRow thread, Caller by, boolean all) {
    List<JobRow> inLine =
        tables.queueOf(thread, false).stream()
            .filter(job -> plan(job, all) instanceof Plan.End)
            .toList();
    List<JobRow> queued = inLine.stream().filter(job -> job.run.seenBy(by)).toList();
    thread.generation++;
    thread.updatedAt = tables.now();
    queued.forEach(job -> carryOut(job, plan(job, all)));
    RunRow open = thread.openRun;
    boolean hidden = open != null && !open.seenBy(by);
    boolean spared = queued.size() < inLine.size() || hidden;
    RunId stopping = null;
    if (open != null && !hidden) {
      JobRow job = tables.jobs.get(open.jobId);
      stopping = carryOut(job, plan(job, all));
    }
    return new Cleared(new Interrupted(thread.generation, stopping, queued.size()), spared);
  }

  private Plan plan(JobRow job, boolean all) {
    boolean due = job.availableAt <= tables.now();
    return RunRules.decide(job.state(), new RunCommand.Interrupt(due, all));
  }

  /** Returns the run that was asked to stop; null for none. */
  private RunId carryOut(JobRow job, Plan plan) {
    if (plan instanceof Plan.End end) {
      tables.end(job.run, end);
      return null;
    }
    job.run.requestCancel(tables.now());
    return job.run.id;
  }

  /**
   * The result for a thread.
   *
   * @param spared whether a run stayed because the caller cannot see it
   */
  private record Cleared(Interrupted done, boolean spared) {}
}
