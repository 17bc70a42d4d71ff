package io.awaken.core.submit;

import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import java.util.List;

/**
 * A request to run an agent.
 *
 * @param threadId the conversation, always in the caller's tenant; null creates a new one, an
 *     unknown id creates one with that id
 * @param caller the caller that the run acts for
 * @param mode what happens when another run occupies the thread; default {@code INTERRUPT}; ignored
 *     for a delayed request, which waits in the queue
 * @param key identifies a repeatable request, or null
 * @param share who may use the thread besides its owner, if it is new; at most {@value
 *     Sharing#MAX_ENTRIES}. A thread that exists and is shared otherwise refuses the request
 * @param spec what is asked of the run: the user's messages, at least one unless it supersedes a
 *     message; those without an id get one when the request is accepted. A message is superseded
 *     only in mode {@code INTERRUPT} or {@code REJECT} and without a delay
 */
public record RunRequest(
    ThreadId threadId,
    Caller caller,
    SubmitMode mode,
    IdempotencyKey key,
    List<Share> share,
    RunSpec spec) {

  public RunRequest {
    threadId = threadId == null ? null : threadId.in(caller.tenant());
    for (Message message : spec.messages()) {
      if (message.role() != Role.USER || !message.toolCalls().isEmpty()) {
        throw new IllegalArgumentException("a request accepts user messages only");
      }
    }
    share = List.copyOf(share);
    if (spec.supersedes() != null && (!mode.mayCut() || !spec.delivery().delay().isZero())) {
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
        threadId,
        caller,
        SubmitMode.INTERRUPT,
        null,
        List.of(),
        RunSpec.of(agentId, null, messages));
  }

  /** The agent. */
  public String agentId() {
    return spec.agentId();
  }

  /** The user's messages. */
  public List<Message> messages() {
    return spec.messages();
  }

  /** The texts of the messages. */
  public List<String> userTexts() {
    return messages().stream().map(Message::text).toList();
  }

  /**
   * Checks the size of each message without its stored media.
   *
   * @param most the limit in bytes, texts as UTF-8
   * @throws MessageTooLarge naming the first larger message
   */
  public void requireMessagesOfAtMost(long most) {
    for (int i = 0; i < messages().size(); i++) {
      if (MessageBytes.ofContent(messages().get(i)) > most) {
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
    for (int i = 0; i < messages().size(); i++) {
      if (MessageBytes.of(messages().get(i)) > window) {
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
    return new RunRequest(thread, caller, mode, key, share, spec);
  }

  /** Sets the caller. */
  public RunRequest by(Caller other) {
    return new RunRequest(threadId, other, mode, key, share, spec);
  }

  /** Sets the mode. */
  public RunRequest as(SubmitMode other) {
    return new RunRequest(threadId, caller, other, key, share, spec);
  }

  /** Sets the idempotency key: repeating the request returns the run it created. */
  public RunRequest once(IdempotencyKey under) {
    return new RunRequest(threadId, caller, mode, under, share, spec);
  }

  /** Sets who may use the thread besides its owner, if it is new. */
  public RunRequest sharing(List<Share> shares) {
    return new RunRequest(threadId, caller, mode, key, shares, spec);
  }

  /** Sets what is asked of the run. */
  public RunRequest with(RunSpec other) {
    return new RunRequest(threadId, caller, mode, key, share, other);
  }

  /** Replaces the messages. */
  public RunRequest withMessages(List<Message> others) {
    return with(spec.withMessages(others));
  }

  /** Sets the tools that the client executes. */
  public RunRequest with(List<ClientTool> tools) {
    return with(spec.withClientTools(tools));
  }

  /** Sets the delivery. */
  public RunRequest by(Delivery other) {
    return with(spec.withDelivery(other));
  }

  /** Sets the overrides of model settings. */
  public RunRequest with(InferenceOverride settings) {
    return with(spec.withOverrides(settings));
  }

  /**
   * Supersedes a message of the conversation and everything behind it.
   *
   * @param messageId null for none
   */
  public RunRequest superseding(String messageId) {
    return with(spec.superseding(messageId));
  }

  /** Sets what the client sends besides messages and tools. */
  public RunRequest with(ClientInput input) {
    return with(spec.withClientInput(input));
  }

  /**
   * The submission for the store.
   *
   * @param run its id; null for a new one
   * @param claim claims a free thread at once; null queues the run
   */
  public Submission submission(RunId run, Ids ids, ClaimToken claim) {
    List<Message> input =
        messages().stream()
            .map(message -> message.id() == null ? message.withId(ids.next()) : message)
            .toList();
    return new Submission(
        run == null ? new RunId(ids.next()) : run,
        threadId == null ? new ThreadId(caller.tenant(), ids.next()) : threadId,
        new JobId(ids.next()),
        caller,
        claim,
        mode,
        key,
        List.of(),
        Sharing.with(share),
        spec.withMessages(input));
  }
}
