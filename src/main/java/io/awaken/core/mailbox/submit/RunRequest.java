package io.awaken.core.mailbox.submit;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Delivery;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import java.util.List;

/**
 * A request to run an agent.
 *
 * @param agentId the agent
 * @param threadId the conversation, always in the caller's tenant; null creates a new one, an
 *     unknown id creates one with that id
 * @param messages the user's messages, at least one unless the request supersedes a message; those
 *     without an id get one when the request is accepted
 * @param caller the caller that the run acts for
 * @param mode what happens when another run occupies the thread; default {@code INTERRUPT}; ignored
 *     for a delayed request, which waits in the queue
 * @param frontendTools tools that the client executes
 * @param key identifies a repeatable request, or null
 * @param delivery priority, delay and attempts in the queue
 * @param overrides model settings of this run, over those of its agent; plugins may override them
 *     for a step
 * @param supersedes the first message to supersede when the run starts, with everything behind it,
 *     or null. Without messages the run answers what remains. Requires mode {@code INTERRUPT} or
 *     {@code REJECT} and no delay
 * @param clientInput what the client sends besides messages and tools; the state also reaches an
 *     open run, instructions only a new one
 * @param share who may use the thread besides its owner, if it is new; at most {@value
 *     Sharing#MAX_ENTRIES}. A thread that exists and is shared otherwise refuses the request
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
    String supersedes,
    ClientInput clientInput,
    List<Share> share) {

  public RunRequest {
    threadId = threadId == null ? null : threadId.in(caller.tenant());
    messages = List.copyOf(messages);
    for (Message message : messages) {
      if (message.role() != Role.USER || !message.toolCalls().isEmpty()) {
        throw new IllegalArgumentException("a request accepts user messages only");
      }
    }
    frontendTools = List.copyOf(frontendTools);
    share = List.copyOf(share);
    if (supersedes != null && (!mode.mayCut() || !delivery.delay().isZero())) {
      throw new IllegalArgumentException(
          "a request that supersedes messages must not wait behind other runs");
    }
  }

  /** A request with texts in the default mode, from a client without tools. */
  public RunRequest(String agentId, ThreadId threadId, List<String> userTexts, Caller caller) {
    this(agentId, threadId, caller, userTexts.stream().map(Message::user).toList());
  }

  /** A request with messages in the default mode, from a client without tools. */
  public RunRequest(String agentId, ThreadId threadId, Caller caller, List<Message> messages) {
    this(
        agentId,
        threadId,
        messages,
        caller,
        SubmitMode.INTERRUPT,
        List.of(),
        null,
        Delivery.USUAL,
        InferenceOverride.NONE,
        null,
        ClientInput.NONE,
        List.of());
  }

  /** The texts of the messages. */
  public List<String> userTexts() {
    return messages.stream().map(Message::text).toList();
  }

  /**
   * Checks the size of each message without its stored media.
   *
   * @param most the limit in bytes, texts as UTF-8
   * @throws MessageTooLarge naming the first larger message
   */
  public void requireMessagesOfAtMost(long most) {
    for (int i = 0; i < messages.size(); i++) {
      if (MessageBytes.ofContent(messages.get(i)) > most) {
        throw new MessageTooLarge(i, most);
      }
    }
  }

  /**
   * Checks that a run can read each message with all its media.
   *
   * @param window bytes that a run reads of its thread
   * @throws MessageTooLarge naming the first larger message
   */
  public void requireMessagesWithin(long window) {
    for (int i = 0; i < messages.size(); i++) {
      if (MessageBytes.of(messages.get(i)) > window) {
        throw new MessageTooLarge(i, window);
      }
    }
  }

  /** One text in a new conversation, from the anonymous caller. */
  public static RunRequest of(String agentId, String userText) {
    return new RunRequest(agentId, null, List.of(userText), Caller.ANONYMOUS);
  }

  /** One message in a new conversation, from the anonymous caller. */
  public static RunRequest of(String agentId, Message message) {
    return new RunRequest(agentId, null, Caller.ANONYMOUS, List.of(message));
  }

  /** Sets the conversation. */
  public RunRequest in(ThreadId thread) {
    return with(thread, messages, caller, mode);
  }

  /** Replaces the messages. */
  public RunRequest withMessages(List<Message> others) {
    return with(threadId, others, caller, mode);
  }

  /** Sets the caller. */
  public RunRequest by(Caller other) {
    return with(threadId, messages, other, mode);
  }

  /** Sets the tools that the client executes. */
  public RunRequest with(List<ClientTool> tools) {
    return with(tools, key, delivery, overrides, supersedes, clientInput);
  }

  /** Sets the mode. */
  public RunRequest as(SubmitMode other) {
    return with(threadId, messages, caller, other);
  }

  /** Sets the idempotency key: repeating the request returns the run it created. */
  public RunRequest once(IdempotencyKey under) {
    return with(frontendTools, under, delivery, overrides, supersedes, clientInput);
  }

  /** Sets the delivery. */
  public RunRequest by(Delivery other) {
    return with(frontendTools, key, other, overrides, supersedes, clientInput);
  }

  /** Sets the overrides of model settings. */
  public RunRequest with(InferenceOverride settings) {
    return with(frontendTools, key, delivery, settings, supersedes, clientInput);
  }

  /**
   * Supersedes a message of the conversation and everything behind it.
   *
   * @param messageId null for none
   */
  public RunRequest superseding(String messageId) {
    return with(frontendTools, key, delivery, overrides, messageId, clientInput);
  }

  /** Sets what the client sends besides messages and tools. */
  public RunRequest with(ClientInput input) {
    return with(frontendTools, key, delivery, overrides, supersedes, input);
  }

  /** Sets who may use the thread besides its owner, if it is new. */
  public RunRequest sharing(List<Share> shares) {
    return new RunRequest(
        agentId,
        threadId,
        messages,
        caller,
        mode,
        frontendTools,
        key,
        delivery,
        overrides,
        supersedes,
        clientInput,
        shares);
  }

  private RunRequest with(ThreadId thread, List<Message> input, Caller by, SubmitMode asked) {
    return new RunRequest(
        agentId,
        thread,
        input,
        by,
        asked,
        frontendTools,
        key,
        delivery,
        overrides,
        supersedes,
        clientInput,
        share);
  }

  private RunRequest with(
      List<ClientTool> tools,
      IdempotencyKey under,
      Delivery how,
      InferenceOverride settings,
      String messageId,
      ClientInput client) {
    return new RunRequest(
        agentId, threadId, messages, caller, mode, tools, under, how, settings, messageId, client,
        share);
  }

  /**
   * The submission for the store.
   *
   * @param claim claims a free thread at once; null queues the run
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
        supersedes,
        clientInput,
        Sharing.with(share));
  }
}
