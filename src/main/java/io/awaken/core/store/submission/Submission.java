package io.awaken.core.store.submission;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import java.util.ArrayList;
import java.util.List;

/**
 * A run to be accepted: thread if it is new, run, job and input in one transaction.
 *
 * @param runId id of the new run
 * @param threadId its thread; created when it does not exist
 * @param jobId id of the new job
 * @param agentId the agent
 * @param caller on whose behalf
 * @param parentRunId the run that delegates, or null
 * @param messages the input, each with its id; those that name no sender are the caller's
 * @param claim makes the job start out claimed when the thread is free; null queues it, and so does
 *     a delay
 * @param mode what happens when another run keeps the thread; what has a delay waits in the queue
 *     whatever was asked, for it concerns no run that is there now
 * @param clientTools tools that the client of the run executes
 * @param key marks a request that may be repeated, or null
 * @param delivery how the job goes through the queue; of no account to messages for another run
 * @param media what the messages refer to and the same transaction stores; usually none
 * @param overrides settings of the run's model calls; of no account to messages for another run
 * @param supersedes the message of the thread from which on everything is superseded when the run
 *     begins; null for none. Does not go with messages for another run
 */
public record Submission(
    RunId runId,
    ThreadId threadId,
    JobId jobId,
    String agentId,
    Caller caller,
    RunId parentRunId,
    List<Message> messages,
    ClaimToken claim,
    SubmitMode mode,
    List<ClientTool> clientTools,
    IdempotencyKey key,
    Delivery delivery,
    List<MediaContent> media,
    InferenceOverride overrides,
    String supersedes) {

  public Submission {
    String sender = caller.signature();
    messages = messages.stream().map(message -> message.sentBy(sender)).toList();
    clientTools = List.copyOf(clientTools);
    media = List.copyOf(media);
    boolean later = !delivery.delay().isZero();
    claim = later ? null : claim;
    mode = later ? SubmitMode.QUEUE : mode;
    if (supersedes != null && !mode.mayCut() && mode != SubmitMode.QUEUE) {
      throw new IllegalArgumentException("what is said to a run supersedes nothing: " + mode);
    }
  }

  /** Whether its thread is none of the caller's tenant: nothing is accepted then. */
  public boolean elsewhere() {
    return !threadId.tenant().equals(caller.tenant());
  }

  /** Refused on a thread that another run keeps; without a claim it waits in the queue. */
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
        agentId,
        caller,
        parentRunId,
        messages,
        claim,
        claim == null ? SubmitMode.QUEUE : SubmitMode.REJECT,
        List.of(),
        null,
        Delivery.USUAL,
        List.of(),
        InferenceOverride.NONE,
        null);
  }

  /** The bytes by which the thread grows when the input is appended. */
  public long messageBytes() {
    return MessageBytes.of(messages);
  }

  /**
   * The same with large media apart from its messages.
   *
   * @param inline bytes that media may have to stay in its message
   */
  public Submission separated(int inline) {
    var apart = new ArrayList<>(media);
    List<Message> small = LargeMedia.separated(messages, inline, apart::add);
    return small == messages
        ? this
        : new Submission(
            runId,
            threadId,
            jobId,
            agentId,
            caller,
            parentRunId,
            small,
            claim,
            mode,
            clientTools,
            key,
            delivery,
            apart,
            overrides,
            supersedes);
  }

  /** The same in this mode. */
  public Submission as(SubmitMode other) {
    return with(claim, other, clientTools, key, delivery, overrides, supersedes);
  }

  /** The same for anybody to claim. */
  public Submission unclaimed() {
    return with(null, mode, clientTools, key, delivery, overrides, supersedes);
  }

  /** The same with tools of the client. */
  public Submission with(List<ClientTool> tools) {
    return with(claim, mode, tools, key, delivery, overrides, supersedes);
  }

  /** The same under a key. */
  public Submission once(IdempotencyKey under) {
    return with(claim, mode, clientTools, under, delivery, overrides, supersedes);
  }

  /** The same, delivered so. */
  public Submission by(Delivery other) {
    return with(claim, mode, clientTools, key, other, overrides, supersedes);
  }

  /** The same with these settings of its model calls. */
  public Submission with(InferenceOverride settings) {
    return with(claim, mode, clientTools, key, delivery, settings, supersedes);
  }

  /**
   * The same that cuts its thread.
   *
   * @param messageId the first message that is superseded; null for none
   */
  public Submission superseding(String messageId) {
    return with(claim, mode, clientTools, key, delivery, overrides, messageId);
  }

  private Submission with(
      ClaimToken token,
      SubmitMode asked,
      List<ClientTool> tools,
      IdempotencyKey under,
      Delivery how,
      InferenceOverride settings,
      String messageId) {
    return new Submission(
        runId,
        threadId,
        jobId,
        agentId,
        caller,
        parentRunId,
        messages,
        token,
        asked,
        tools,
        under,
        how,
        media,
        settings,
        messageId);
  }
}
