package io.awaken.store.memory;

import io.awaken.core.commit.Pins;
import io.awaken.core.commit.Submission;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.mailbox.MailboxStore.Settings;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.run.RunId;

/** Accepts runs, by the mode that each asks for. Guarded by the tables' lock. */
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
    this.keys = new IdempotencyKeys(tables);
  }

  SubmitResult accept(Submission submission) {
    tables.changes.check(submission.threadId().value());
    tables.changes.check(submission.runId().value());
    return submission.key() == null ? anew(submission) : keys.accept(submission, this::anew);
  }

  private SubmitResult anew(Submission submission) {
    ThreadRow thread = tables.threads.get(submission.threadId());
    if (thread != null && !submission.caller().sees(thread.tenant, thread.owner)) {
      return new SubmitResult.Foreign();
    }
    if (thread != null && thread.latestRun != null && repeats(thread, submission)) {
      JobRow known = tables.jobs.get(submission.jobId());
      return known.token != null && known.token.equals(submission.claim())
          ? new SubmitResult.Claimed(known.claim())
          : new SubmitResult.Queued(known.id);
    }
    RunId steered = tables.steered.get(submission.runId());
    if (steered != null) {
      return new SubmitResult.Steered(steered);
    }
    return thread == null || free(thread)
        ? begin(thread == null ? create(submission) : thread, submission)
        : join(thread, submission);
  }

  /** A submission whose answer was lost comes again with the same ids. */
  private boolean repeats(ThreadRow thread, Submission submission) {
    return thread.latestRun.id.equals(submission.runId())
        && tables.jobs.containsKey(submission.jobId());
  }

  private static boolean free(ThreadRow thread) {
    return thread.slot == null && thread.openRun == null && thread.queued == 0;
  }

  private ThreadRow create(Submission submission) {
    var caller = submission.caller();
    var made =
        new ThreadRow.NewThread(
            submission.threadId(), caller.tenant(), caller.subject(), null, null, null);
    var thread = new ThreadRow(made, tables.now());
    tables.threads.put(thread.id, thread);
    return thread;
  }

  private SubmitResult begin(ThreadRow thread, Submission submission) {
    if (submission.claim() == null) {
      return queue(thread, submission);
    }
    JobRow job = tables.enqueue(thread, submission);
    tables.take(job, submission.claim(), settings.lease(), pins);
    return new SubmitResult.Claimed(job.claim());
  }

  private SubmitResult queue(ThreadRow thread, Submission submission) {
    return new SubmitResult.Queued(tables.enqueue(thread, submission).id);
  }

  /** The thread is another run's, or one waits for it. */
  private SubmitResult join(ThreadRow thread, Submission submission) {
    return switch (submission.mode()) {
      case QUEUE -> queue(thread, submission);
      case REJECT -> busy(thread);
      case STEER ->
          thread.openRun == null ? queue(thread, submission) : steer(thread.openRun, submission);
      case INTERRUPT -> interrupt(thread, submission);
    };
  }

  private SubmitResult steer(RunRow run, Submission submission) {
    if (run.inbox.size() >= MailboxStore.MAX_UNREAD) {
      return new SubmitResult.Full(run.id);
    }
    run.inbox.add(submission);
    tables.steered.put(submission.runId(), run.id);
    run.thread.updatedAt = tables.now();
    return new SubmitResult.Steered(run.id);
  }

  private SubmitResult interrupt(ThreadRow thread, Submission submission) {
    RunId stopping = interruptions.clear(thread).stopping();
    if (stopping == null) {
      return begin(thread, submission);
    }
    queue(thread, submission);
    return new SubmitResult.Queued(submission.jobId(), stopping);
  }

  private static SubmitResult busy(ThreadRow thread) {
    return new SubmitResult.Busy(thread.openRun == null ? null : thread.openRun.id);
  }
}
