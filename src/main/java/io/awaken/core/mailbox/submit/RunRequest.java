package io.awaken.core.mailbox.submit;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Delivery;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import java.util.List;

/**
 * What somebody asks an agent.
 *
 * @param agentId the agent
 * @param threadId the conversation, in the caller's tenant whatever the id says; null begins a new
 *     one, an unknown id begins one under that id
 * @param messages what the user says, at least one message unless something is superseded; those
 *     without an id get one when the request is accepted
 * @param caller on whose behalf
 * @param mode what happens when another run keeps the thread; default {@code INTERRUPT}; of no
 *     account to what is delivered after a delay, which waits in the queue
 * @param frontendTools tools that the client executes itself
 * @param key marks a request that may be repeated, or null
 * @param delivery how it goes through the queue, if it has to
 * @param overrides settings of the model calls of this run alone, over those of its agent; what
 *     plugins set for a step counts more
 * @param supersedes the message of the conversation from which on everything is superseded when the
 *     run begins, or null. Without messages the run answers what remains. Goes with the modes
 *     {@code INTERRUPT} and {@code REJECT}, and without a delay
 */
public record RunRequest(
    String agentId,
    ThreadId threadId,
    List<Message> messages,
    Caller caller,
    SubmitMode mode,
    List<ClientTool> frontendTools,
    IdempotencyKey key,
    Delivery delivery,
    InferenceOverride overrides,
    String supersedes) {

  public RunRequest {
    threadId = threadId == null ? null : threadId.in(caller.tenant());
    messages = List.copyOf(messages);
    for (Message message : messages) {
      if (message.role() != Role.USER || !message.toolCalls().isEmpty()) {
        throw new IllegalArgumentException("a request has messages of users only");
      }
    }
    frontendTools = List.copyOf(frontendTools);
    if (supersedes != null && (!mode.mayCut() || !delivery.delay().isZero())) {
      throw new IllegalArgumentException("what waits behind others cuts no thread");
    }
  }

  /** A request that leaves the settings of its agent as they are, and supersedes nothing. */
  public RunRequest(
      String agentId,
      ThreadId threadId,
      List<Message> messages,
      Caller caller,
      SubmitMode mode,
      List<ClientTool> frontendTools,
      IdempotencyKey key,
      Delivery delivery) {
    this(
        agentId,
        threadId,
        messages,
        caller,
        mode,
        frontendTools,
        key,
        delivery,
        InferenceOverride.NONE,
        null);
  }

  /** A request of texts in the default mode, of a client without tools. */
  public RunRequest(String agentId, ThreadId threadId, List<String> userTexts, Caller caller) {
    this(agentId, threadId, caller, userTexts.stream().map(Message::user).toList());
  }

  /** A request of messages in the default mode, of a client without tools. */
  public RunRequest(String agentId, ThreadId threadId, Caller caller, List<Message> messages) {
    this(
        agentId, threadId, messages, caller, SubmitMode.INTERRUPT, List.of(), null, Delivery.USUAL);
  }

  /** The texts of the messages. */
  public List<String> userTexts() {
    return messages.stream().map(Message::text).toList();
  }

  /**
   * Checks the size of each message: what it says itself, without media that is stored already.
   *
   * @param most bytes that one may have, texts as UTF-8
   * @throws MessageTooLarge naming the first that has more
   */
  public void requireMessagesOfAtMost(long most) {
    for (int i = 0; i < messages.size(); i++) {
      if (MessageBytes.said(messages.get(i)) > most) {
        throw new MessageTooLarge(i, most);
      }
    }
  }

  /**
   * Checks that a run can read each message with all its media.
   *
   * @param window bytes that a run reads of its thread
   * @throws MessageTooLarge naming the first that has more
   */
  public void requireMessagesWithin(long window) {
    for (int i = 0; i < messages.size(); i++) {
      if (MessageBytes.of(messages.get(i)) > window) {
        throw new MessageTooLarge(i, window);
      }
    }
  }

  /** One text in a new conversation, on nobody's behalf in particular. */
  public static RunRequest of(String agentId, String userText) {
    return new RunRequest(agentId, null, List.of(userText), Caller.ANONYMOUS);
  }

  /** One message in a new conversation, on nobody's behalf in particular. */
  public static RunRequest of(String agentId, Message message) {
    return new RunRequest(agentId, null, Caller.ANONYMOUS, List.of(message));
  }

  /** The same in this conversation. */
  public RunRequest in(ThreadId thread) {
    return with(thread, messages, caller, mode);
  }

  /** The same with other messages. */
  public RunRequest withMessages(List<Message> others) {
    return with(threadId, others, caller, mode);
  }

  /** The same on somebody's behalf. */
  public RunRequest by(Caller other) {
    return with(threadId, messages, other, mode);
  }

  /** The same with these tools that the client executes. */
  public RunRequest with(List<ClientTool> tools) {
    return with(tools, key, delivery, overrides, supersedes);
  }

  /** The same in this mode. */
  public RunRequest as(SubmitMode other) {
    return with(threadId, messages, caller, other);
  }

  /** The same under a key: repeated, it leads to the same run. */
  public RunRequest once(IdempotencyKey under) {
    return with(frontendTools, under, delivery, overrides, supersedes);
  }

  /** The same, delivered so. */
  public RunRequest by(Delivery other) {
    return with(frontendTools, key, other, overrides, supersedes);
  }

  /** The same with these settings of its model calls. */
  public RunRequest with(InferenceOverride settings) {
    return with(frontendTools, key, delivery, settings, supersedes);
  }

  /**
   * The same that takes a message of the conversation, and everything behind it, out of it.
   *
   * @param messageId null for none
   */
  public RunRequest superseding(String messageId) {
    return with(frontendTools, key, delivery, overrides, messageId);
  }

  private RunRequest with(ThreadId thread, List<Message> said, Caller by, SubmitMode asked) {
    return new RunRequest(
        agentId, thread, said, by, asked, frontendTools, key, delivery, overrides, supersedes);
  }

  private RunRequest with(
      List<ClientTool> tools,
      IdempotencyKey under,
      Delivery how,
      InferenceOverride settings,
      String messageId) {
    return new RunRequest(
        agentId, threadId, messages, caller, mode, tools, under, how, settings, messageId);
  }

  /**
   * What a mailbox is given of it.
   *
   * @param claim makes it begin at once on a free thread; null leaves it in the queue
   */
  public Submission submission(Ids ids, ClaimToken claim) {
    ThreadId thread = threadId == null ? new ThreadId(caller.tenant(), ids.next()) : threadId;
    List<Message> input =
        messages.stream()
            .map(message -> message.id() == null ? message.withId(ids.next()) : message)
            .toList();
    return new Submission(
        new RunId(ids.next()),
        thread,
        new JobId(ids.next()),
        agentId,
        caller,
        null,
        input,
        claim,
        mode,
        frontendTools,
        key,
        delivery,
        List.of(),
        overrides,
        supersedes);
  }
}
