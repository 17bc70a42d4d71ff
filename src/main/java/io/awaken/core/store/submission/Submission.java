package io.awaken.core.store.submission;

import io.awaken.core.message.LargeMedia;
import io.awaken.core.message.MediaContent;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import java.util.ArrayList;
import java.util.List;

/**
 * A run to accept: a new thread, the run, its job and its input are written in one transaction.
 *
 * @param runId id of the new run
 * @param threadId its thread; created when it does not exist
 * @param jobId id of the new job
 * @param agentId the agent
 * @param caller the caller it acts for
 * @param parentRunId the run that delegates, or null
 * @param messages the input, with ids; messages without a sender are the caller's
 * @param claim claims the job at once when the thread is free; null queues it, and so does a delay
 * @param mode what happens when the thread has an open run; a delayed submission always queues,
 *     since it does not concern the current run
 * @param clientTools tools that the client of the run executes
 * @param key idempotency key of the request, or null
 * @param delivery how the job goes through the queue; ignored for messages to an open run
 * @param media media of the messages, stored by the same transaction; usually none
 * @param overrides settings of the run's model calls; ignored for messages to an open run
 * @param supersedes the first message of the thread that is superseded when the run starts; null
 *     for none. Not allowed for messages to an open run
 * @param clientInput what the client sends besides messages and tools; an open run takes only the
 *     state from it
 * @param sharing who may use a new thread besides its owner
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
    String supersedes,
    ClientInput clientInput,
    Sharing sharing) {

  public Submission {
    String sender = caller.signature();
    messages = messages.stream().map(message -> message.sentBy(sender)).toList();
    clientTools = List.copyOf(clientTools);
    media = List.copyOf(media);
    boolean later = !delivery.delay().isZero();
    claim = later ? null : claim;
    mode = later ? SubmitMode.QUEUE : mode;
    if (supersedes != null && !mode.mayCut() && mode != SubmitMode.QUEUE) {
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
        null,
        ClientInput.NONE,
        Sharing.OWNER);
  }

  /** Returns the bytes that the input adds to the thread. */
  public long messageBytes() {
    return MessageBytes.of(messages);
  }

  /**
   * Moves large media out of its messages.
   *
   * @param inline maximum bytes of media that stay in the message
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
            supersedes,
            clientInput,
            sharing);
  }

  /** With another mode. */
  public Submission as(SubmitMode other) {
    return with(
        claim, other, clientTools, key, delivery, overrides, supersedes, clientInput, sharing);
  }

  /** Without a claim. */
  public Submission unclaimed() {
    return with(
        null, mode, clientTools, key, delivery, overrides, supersedes, clientInput, sharing);
  }

  /** With client tools. */
  public Submission with(List<ClientTool> tools) {
    return with(claim, mode, tools, key, delivery, overrides, supersedes, clientInput, sharing);
  }

  /** With an idempotency key. */
  public Submission once(IdempotencyKey under) {
    return with(
        claim, mode, clientTools, under, delivery, overrides, supersedes, clientInput, sharing);
  }

  /** With another delivery. */
  public Submission by(Delivery other) {
    return with(claim, mode, clientTools, key, other, overrides, supersedes, clientInput, sharing);
  }

  /** With settings for its model calls. */
  public Submission with(InferenceOverride settings) {
    return with(
        claim, mode, clientTools, key, delivery, settings, supersedes, clientInput, sharing);
  }

  /**
   * With a cut of its thread.
   *
   * @param messageId the first superseded message; null for none
   */
  public Submission superseding(String messageId) {
    return with(
        claim, mode, clientTools, key, delivery, overrides, messageId, clientInput, sharing);
  }

  /** With other input of its client. */
  public Submission with(ClientInput input) {
    return with(claim, mode, clientTools, key, delivery, overrides, supersedes, input, sharing);
  }

  /** With others who may use the thread, if it is new. */
  public Submission sharing(Sharing with) {
    return with(claim, mode, clientTools, key, delivery, overrides, supersedes, clientInput, with);
  }

  private Submission with(
      ClaimToken token,
      SubmitMode asked,
      List<ClientTool> tools,
      IdempotencyKey under,
      Delivery how,
      InferenceOverride settings,
      String messageId,
      ClientInput input,
      Sharing with) {
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
        messageId,
        input,
        with);
  }
}
