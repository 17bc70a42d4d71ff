package io.awaken.core.store.submission;

import static io.awaken.core.store.submission.RefusalCode.DUPLICATE;
import static io.awaken.core.store.submission.RefusalCode.IDEMPOTENCY_CONFLICT;
import static io.awaken.core.store.submission.RefusalCode.INBOX_FULL;
import static io.awaken.core.store.submission.RefusalCode.NO_OPEN_RUN;
import static io.awaken.core.store.submission.RefusalCode.QUEUE_FULL;
import static io.awaken.core.store.submission.RefusalCode.RUN_DELETED;
import static io.awaken.core.store.submission.RefusalCode.THREAD_BUSY;
import static io.awaken.core.store.submission.RefusalCode.THREAD_FULL;
import static io.awaken.core.store.submission.RefusalCode.THREAD_NOT_FOUND;

import io.awaken.core.run.Claim;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.CutDecision.CutRefusal;
import io.awaken.core.store.thread.ThreadLimits;

/** The result of a submission or a redrive. */
public sealed interface SubmitResult {

  /** The name of the result, or the code of a refusal. */
  default String outcome() {
    return switch (this) {
      case Claimed claimed -> "claimed";
      case Queued queued -> "queued";
      case Steered steered -> "steered";
      case Repeated repeated -> "repeated";
      case Refused refused -> refused.code().wire();
    };
  }

  /**
   * Accepted and claimed by the submitter, who executes it.
   *
   * @param more whether the thread has queued jobs, such as those of an interrupted run
   */
  record Claimed(Claim claim, boolean more) implements SubmitResult {}

  /**
   * Accepted and queued.
   *
   * @param stopping the executing run that was asked to stop, or null
   */
  record Queued(JobId jobId, RunId stopping) implements SubmitResult {
    public Queued(JobId jobId) {
      this(jobId, null);
    }
  }

  /** The messages wait for the open run; no run was created. */
  record Steered(RunId openRun) implements SubmitResult {}

  /**
   * The idempotency key already belongs to this run; nothing was written.
   *
   * @param runId the run, which may have ended
   * @param jobId the job created for it; null when the messages went to an open run
   */
  record Repeated(RunId runId, ThreadId threadId, JobId jobId) implements SubmitResult {}

  /**
   * Nothing was written.
   *
   * @param message text for people
   * @param run the run that caused the refusal, or null
   * @param job the job that caused it, or null
   */
  record Refused(RefusalCode code, String message, RunId run, JobId job) implements SubmitResult {

    public Refused(RefusalCode code, String message) {
      this(code, message, null, null);
    }

    /**
     * @param openRun null when runs are only queued
     */
    public static Refused busy(RunId openRun) {
      String what = openRun == null ? "queued runs" : "an open run";
      return new Refused(THREAD_BUSY, "the thread has " + what, openRun, null);
    }

    public static Refused noOpenRun() {
      return new Refused(
          NO_OPEN_RUN, "the thread has no open run that accepts the caller's messages");
    }

    public static Refused inboxFull(RunId run) {
      String message =
          "the run %s has the maximum of unread messages; it reads them when it continues";
      return new Refused(INBOX_FULL, message.formatted(run));
    }

    public static Refused queueFull(int most) {
      String message = "the thread has %d queued jobs, which is the limit";
      return new Refused(QUEUE_FULL, message.formatted(most));
    }

    public static Refused threadFull(ThreadId thread, ThreadLimits limits) {
      String message = "the thread %s has no room for the messages: %s; use a new thread";
      return new Refused(THREAD_FULL, message.formatted(thread, limits.description()));
    }

    public static Refused threadNotFound(ThreadId thread) {
      return new Refused(THREAD_NOT_FOUND, "thread not found: " + thread);
    }

    public static Refused threadExists(ThreadId thread) {
      return new Refused(
          RefusalCode.THREAD_EXISTS,
          "share is for new threads; the thread %s exists and is shared otherwise"
              .formatted(thread));
    }

    public static Refused notCut(CutRefusal why) {
      RefusalCode code =
          switch (why) {
            case NOT_FOUND -> RefusalCode.MESSAGE_NOT_FOUND;
            case RESULT -> RefusalCode.INVALID_FIELD;
            case NOTHING_TO_ANSWER -> RefusalCode.NOTHING_TO_ANSWER;
          };
      return new Refused(code, why.text());
    }

    public static Refused duplicate(JobId job, RunId run) {
      String message = "an unfinished job of the thread has this dedupe key";
      return new Refused(DUPLICATE, message, run, job);
    }

    public static Refused keyTaken(String key) {
      String message = "the key %s was recently used for another request";
      return new Refused(IDEMPOTENCY_CONFLICT, message.formatted(key));
    }

    public static Refused runDeleted(RunId run) {
      String message = "the run that this key created was deleted with its thread";
      return new Refused(RUN_DELETED, message, run, null);
    }

    public static Refused jobNotFound(JobId job) {
      return new Refused(RefusalCode.JOB_NOT_FOUND, "job not found: " + job);
    }

    public static Refused notDead() {
      return new Refused(RefusalCode.NOT_DEAD, "the job is not in the dead letter");
    }

    public static Refused forbidden() {
      return new Refused(
          RefusalCode.FORBIDDEN,
          "the run belongs to another subject and works with roles that the caller lacks");
    }

    public static Refused noInput() {
      return new Refused(RefusalCode.NO_INPUT, "the input of the run is deleted or unreadable");
    }

    public RequestRefused exception() {
      return new RequestRefused(this);
    }
  }
}
