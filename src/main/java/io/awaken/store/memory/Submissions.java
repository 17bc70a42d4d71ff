package io.awaken.store.memory;

import io.awaken.core.commit.CutDecision;
import io.awaken.core.commit.CutRefusal;
import io.awaken.core.commit.Pins;
import io.awaken.core.commit.Submission;
import io.awaken.core.commit.SubmitMode;
import io.awaken.core.commit.ThreadLimits;
import io.awaken.core.mailbox.MailboxStore.Settings;
import io.awaken.core.mailbox.SubmitResult;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.RunId;
import java.util.List;
import java.util.Optional;

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
    this.keys = new IdempotencyKeys(tables, settings.keepKeys());
  }

  /** Forgets the keys of requests that came before this time; how many there were. */
  int forgetKeys(long before, int limit) {
    return keys.forget(before, limit);
  }

  SubmitResult accept(Submission submission) {
    tables.changes.check(submission.threadId().value());
    tables.changes.check(submission.runId().value());
    return submission.key() == null ? anew(submission) : keys.accept(submission, this::anew);
  }

  Optional<SubmitResult> before(Submission submission) {
    return submission.key() == null ? Optional.empty() : keys.before(submission);
  }

  private SubmitResult anew(Submission submission) {
    ThreadRow thread = tables.threads.get(submission.threadId());
    if (submission.elsewhere()
        || thread != null && !submission.caller().sees(thread.tenant, thread.owner)) {
      return SubmitResult.Refused.threadNotFound(submission.threadId());
    }
    if (thread != null && repeats(thread, submission)) {
      JobRow known = tables.jobs.get(submission.jobId());
      return known.token != null && known.token.equals(submission.claim())
          ? claimed(known)
          : new SubmitResult.Queued(known.id, stopping(thread, submission));
    }
    RunId steered = tables.steered.get(submission.runId());
    if (steered != null) {
      return new SubmitResult.Steered(steered);
    }
    JobRow earlier = thread == null ? null : sameKey(thread, submission);
    if (earlier != null) {
      return earlier.id.equals(submission.jobId())
          ? new SubmitResult.Queued(earlier.id)
          : SubmitResult.Refused.duplicate(earlier.id, earlier.run.id);
    }
    if (cut(thread, submission) instanceof CutRefusal refusal) {
      return SubmitResult.Refused.notCut(refusal);
    }
    ThreadLimits limits = settings.bounds().thread();
    if (!hasRoom(limits, thread, submission.messages())) {
      return SubmitResult.Refused.threadFull(submission.threadId(), limits);
    }
    boolean free = thread == null || free(thread);
    if (free && submission.mode() == SubmitMode.RESUME_OPEN_RUN) {
      return SubmitResult.Refused.noOpenRun();
    }
    return free
        ? begin(thread == null ? create(submission) : thread, submission)
        : join(thread, submission);
  }

  /** Null for a submission that supersedes nothing. */
  private static CutDecision cut(ThreadRow thread, Submission submission) {
    if (submission.supersedes() == null) {
      return null;
    }
    return thread == null
        ? CutRefusal.NOT_FOUND
        : thread.decide(submission.supersedes(), !submission.messages().isEmpty());
  }

  static boolean hasRoom(ThreadLimits limits, ThreadRow thread, List<Message> more) {
    return limits.hasRoom(
        thread == null ? 0 : thread.messages.size(),
        thread == null ? 0 : thread.messageBytes,
        more.size(),
        MessageBytes.of(more));
  }

  /** A submission whose answer was lost comes again with the same ids. */
  private boolean repeats(ThreadRow thread, Submission submission) {
    RunRow known = tables.runs.get(submission.runId());
    return known != null && known.thread == thread && tables.jobs.containsKey(submission.jobId());
  }

  private JobRow sameKey(ThreadRow thread, Submission submission) {
    String key = submission.delivery().dedupeKey();
    return key == null
        ? null
        : tables.jobs.values().stream()
            .filter(job -> job.run.thread == thread && key.equals(job.dedupeKey))
            .findFirst()
            .orElse(null);
  }

  /** What is not due yet is in nobody's way. */
  private boolean free(ThreadRow thread) {
    return thread.slot == null && thread.openRun == null && tables.queueOf(thread, true).isEmpty();
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
      return submission.mode() == SubmitMode.INTERRUPT
          ? queue(thread, submission)
          : lineUp(thread, submission);
    }
    JobRow job = tables.enqueue(thread, submission);
    tables.take(job, submission.claim(), settings, pins);
    return claimed(job);
  }

  private static SubmitResult claimed(JobRow job) {
    return new SubmitResult.Claimed(job.claim(), job.run.thread.queued > 0);
  }

  /** The run that executes and was asked to stop for it, as the lost answer said; or null. */
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

  /** Queues as many as may wait. */
  private SubmitResult lineUp(ThreadRow thread, Submission submission) {
    int most = settings.bounds().queued();
    return thread.queued >= most ? SubmitResult.Refused.queueFull(most) : queue(thread, submission);
  }

  private SubmitResult queue(ThreadRow thread, Submission submission) {
    return new SubmitResult.Queued(tables.enqueue(thread, submission).id);
  }

  /** The thread is another run's, or one waits for it. */
  private SubmitResult join(ThreadRow thread, Submission submission) {
    // The run acts on what it is told with the identity of its own caller.
    RunRow open =
        thread.openRun != null
                && thread.openRun.seenBy(submission.caller())
                && submission.caller().mayActFor(thread.openRun.caller)
            ? thread.openRun
            : null;
    return switch (submission.mode()) {
      case QUEUE -> lineUp(thread, submission);
      case REJECT -> busy(thread);
      case STEER -> open == null ? lineUp(thread, submission) : steer(open, submission);
      case RESUME_OPEN_RUN ->
          open == null ? SubmitResult.Refused.noOpenRun() : steer(open, submission);
      case INTERRUPT -> interrupt(thread, submission);
    };
  }

  private SubmitResult steer(RunRow run, Submission submission) {
    long unread = run.inbox.stream().mapToLong(Submission::messageBytes).sum();
    if (run.inbox.size() >= settings.bounds().unread()
        || unread > 0 && unread + submission.messageBytes() > settings.bounds().unreadBytes()) {
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
    if (stopping == null && !cleared.spared()) {
      return begin(thread, submission);
    }
    queue(thread, submission);
    return new SubmitResult.Queued(submission.jobId(), stopping);
  }

  private static SubmitResult busy(ThreadRow thread) {
    return SubmitResult.Refused.busy(thread.openRun == null ? null : thread.openRun.id);
  }
}
