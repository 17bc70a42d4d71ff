package io.awaken.core.store.submission;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.text.ForeignText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A run to accept: a new thread, the run, its job and its input are written in one transaction.
 *
 * @param runId id of the new run
 * @param threadId its thread; created when it does not exist
 * @param jobId id of the new job
 * @param caller the caller it acts for
 * @param claim claims the job at once when the thread is free; null queues it, and so does a delay
 * @param mode what happens when the thread has an open run; a delayed submission always queues,
 *     since it does not concern the current run
 * @param key idempotency key of the request, or null
 * @param media media of the messages, stored by the same transaction; usually none
 * @param sharing who may use a new thread besides its owner
 * @param spec what is asked of the run; its messages have ids, and those without a sender are the
 *     caller's. Messages to an open run supersede nothing
 */
public record Submission(
    RunId runId,
    ThreadId threadId,
    JobId jobId,
    Caller caller,
    ClaimToken claim,
    SubmitMode mode,
    IdempotencyKey key,
    List<MediaContent> media,
    Sharing sharing,
    RunSpec spec) {

  private static final int MAX_TITLE = 80;

  public Submission {
    spec = spec.sentBy(caller.signature());
    media = List.copyOf(media);
    boolean later = !spec.delivery().delay().isZero();
    claim = later ? null : claim;
    mode = later ? SubmitMode.QUEUE : mode;
    if (spec.supersedes() != null && !mode.mayCut() && mode != SubmitMode.QUEUE) {
      throw new IllegalArgumentException("messages to an open run cannot supersede: " + mode);
    }
  }

  /** Returns whether its thread belongs to another tenant, which is refused. */
  public boolean elsewhere() {
    return !threadId.tenant().equals(caller.tenant());
  }

  /** A submission that is refused when the thread has an open run; without a claim it is queued. */
  public Submission(
      RunId runId,
      ThreadId threadId,
      JobId jobId,
      String agentId,
      Caller caller,
      RunId parentRunId,
      List<Message> messages,
      ClaimToken claim) {
    this(
        runId,
        threadId,
        jobId,
        caller,
        claim,
        claim == null ? SubmitMode.QUEUE : SubmitMode.REJECT,
        null,
        List.of(),
        Sharing.OWNER,
        RunSpec.of(agentId, parentRunId, messages));
  }

  /** A submission that is queued. */
  public Submission(RunId runId, ThreadId threadId, JobId jobId, Caller caller, RunSpec spec) {
    this(
        runId,
        threadId,
        jobId,
        caller,
        null,
        SubmitMode.QUEUE,
        null,
        List.of(),
        Sharing.OWNER,
        spec);
  }

  /** The agent. */
  public String agentId() {
    return spec.agentId();
  }

  /** The input. */
  public List<Message> messages() {
    return spec.messages();
  }

  /**
   * The title of its thread, if that is new: the beginning of the first text that a user sent, on
   * one line; null without any.
   */
  public String title() {
    return messages().stream()
        .filter(message -> message.role() == Role.USER)
        .map(message -> ForeignText.line(message.text(), MAX_TITLE))
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElse(null);
  }

  /** How the job goes through the queue. */
  public Delivery delivery() {
    return spec.delivery();
  }

  /** The first superseded message of the thread; null for none. */
  public String supersedes() {
    return spec.supersedes();
  }

  /** What its idempotency key leads to from now on; null for a result without a run. */
  public SubmitResult.Repeated repeated(SubmitResult result) {
    return switch (result) {
      case SubmitResult.Claimed claimed -> new SubmitResult.Repeated(runId, threadId, jobId);
      case SubmitResult.Queued queued -> new SubmitResult.Repeated(runId, threadId, jobId);
      case SubmitResult.Steered(RunId open) -> new SubmitResult.Repeated(open, threadId, null);
      default -> null;
    };
  }

  /**
   * The result of a submission whose dedupe key an unfinished job has. If that job is its own, it
   * was accepted and the answer was lost.
   */
  public SubmitResult sameKey(JobId job, RunId run) {
    return job.equals(jobId)
        ? new SubmitResult.Queued(job)
        : SubmitResult.Refused.duplicate(job, run);
  }

  /** Returns the bytes that the input adds to the thread. */
  public long messageBytes() {
    return MessageBytes.of(messages());
  }

  /**
   * Moves large media out of its messages.
   *
   * @param inline maximum bytes of media that stay in the message
   */
  public Submission separated(int inline) {
    var apart = new ArrayList<>(media);
    List<Message> small = LargeMedia.separated(messages(), inline, apart::add);
    return small == messages()
        ? this
        : with(claim, mode, key, apart, sharing, spec.withMessages(small));
  }

  /** With another mode. */
  public Submission as(SubmitMode other) {
    return with(claim, other, key, media, sharing, spec);
  }

  /** Without a claim. */
  public Submission unclaimed() {
    return with(null, mode, key, media, sharing, spec);
  }

  /** With an idempotency key. */
  public Submission once(IdempotencyKey under) {
    return with(claim, mode, under, media, sharing, spec);
  }

  /** With others who may use the thread, if it is new. */
  public Submission sharing(Sharing with) {
    return with(claim, mode, key, media, with, spec);
  }

  /** Asking for something else. */
  public Submission asking(UnaryOperator<RunSpec> change) {
    return with(claim, mode, key, media, sharing, change.apply(spec));
  }

  private Submission with(
      ClaimToken token,
      SubmitMode asked,
      IdempotencyKey under,
      List<MediaContent> content,
      Sharing with,
      RunSpec other) {
    return new Submission(
        runId, threadId, jobId, caller, token, asked, under, content, with, other);
  }
}
