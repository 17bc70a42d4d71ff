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
import io.awaken.core.store.thread.CutRefusal;
import io.awaken.core.store.thread.ThreadLimits;

/** What became of a submission, or of the wish to try one again. */
public sealed interface SubmitResult {

  /**
   * Accepted and owned by the submitter, who executes it.
   *
   * @param more whether jobs of the thread wait in the queue, such as what an interrupted run left
   */
  record Claimed(Claim claim, boolean more) implements SubmitResult {}

  /**
   * Accepted; waits in the queue.
   *
   * @param stopping the run that executes and was asked to stop for it, or null
   */
  record Queued(JobId jobId, RunId stopping) implements SubmitResult {
    /** No run was asked to stop. */
    public Queued(JobId jobId) {
      this(jobId, null);
    }
  }

  /** The messages wait for the run that keeps the thread; no run was made. */
  record Steered(RunId openRun) implements SubmitResult {}

  /**
   * It came before under the same key, and led to this run; nothing was written.
   *
   * @param runId may have ended since
   * @param jobId the job that was made for it; null when the messages went to a run that had begun
   */
  record Repeated(RunId runId, ThreadId threadId, JobId jobId) implements SubmitResult {}

  /**
   * Nothing was written.
   *
   * @param message for people
   * @param run the run that stands against the request, or null
   * @param job the job that does, or null
   */
  record Refused(RefusalCode code, String message, RunId run, JobId job) implements SubmitResult {

    /** Because of nothing that has an id. */
    public Refused(RefusalCode code, String message) {
      this(code, message, null, null);
    }

    /** Another run keeps the thread; null when runs are only queued on it. */
    public static Refused busy(RunId openRun) {
      String what = openRun == null ? "queued runs" : "an open run";
      return new Refused(THREAD_BUSY, "the thread has " + what, openRun, null);
    }

    /** No run that the caller may speak to keeps the thread. */
    public static Refused noOpenRun() {
      return new Refused(NO_OPEN_RUN, "no run that the caller may speak to keeps the thread");
    }

    /** As many messages wait for the run as may. */
    public static Refused inboxFull(RunId run) {
      String message =
          "as many messages wait for the run %s as may; it takes them in when it goes on";
      return new Refused(INBOX_FULL, message.formatted(run));
    }

    /** As many jobs of the thread wait as may. */
    public static Refused queueFull(int most) {
      String message = "%d jobs of the thread wait in the queue, which is as many as may";
      return new Refused(QUEUE_FULL, message.formatted(most));
    }

    /** The thread has no room for the messages. */
    public static Refused threadFull(ThreadId thread, ThreadLimits limits) {
      String message = "the thread %s has no room for the messages: %s; a new thread has";
      return new Refused(THREAD_FULL, message.formatted(thread, limits.told()));
    }

    /** There is no such thread for the caller. */
    public static Refused threadNotFound(ThreadId thread) {
      return new Refused(THREAD_NOT_FOUND, "thread not found: " + thread);
    }

    /** The thread cannot be cut where the run was to supersede messages. */
    public static Refused notCut(CutRefusal why) {
      RefusalCode code =
          switch (why) {
            case NOT_FOUND -> RefusalCode.MESSAGE_NOT_FOUND;
            case RESULT -> RefusalCode.INVALID_FIELD;
            case NOTHING_TO_ANSWER -> RefusalCode.NOTHING_TO_ANSWER;
          };
      return new Refused(code, why.text());
    }

    /** A job of the thread with the same dedupe key has not ended. */
    public static Refused duplicate(JobId job, RunId run) {
      String message = "a job of the thread has this dedupe key and has not ended";
      return new Refused(DUPLICATE, message, run, job);
    }

    /** Another request came under the same key. */
    public static Refused keyTaken(String key) {
      String message = "the key %s was used for another request not long ago";
      return new Refused(IDEMPOTENCY_CONFLICT, message.formatted(key));
    }

    /** The run that the key led to was deleted. */
    public static Refused runDeleted(RunId run) {
      String message = "the run that this key led to was deleted with its thread";
      return new Refused(RUN_DELETED, message, run, null);
    }

    /** There is no such job for the caller. */
    public static Refused jobNotFound(JobId job) {
      return new Refused(RefusalCode.JOB_NOT_FOUND, "job not found: " + job);
    }

    /** The job is not in the dead letter, or another run has taken its place. */
    public static Refused notDead() {
      return new Refused(RefusalCode.NOT_DEAD, "the job is not in the dead letter");
    }

    /** The caller lacks roles that the run works with. */
    public static Refused forbidden() {
      return new Refused(
          RefusalCode.FORBIDDEN,
          "the run belongs to another subject and works with roles that the caller lacks");
    }

    /** The input of the run is gone or unreadable. */
    public static Refused noInput() {
      return new Refused(
          RefusalCode.NO_INPUT, "what the run began with is not there any more, or not readable");
    }

    public RequestRefused exception() {
      return new RequestRefused(this);
    }
  }
}
