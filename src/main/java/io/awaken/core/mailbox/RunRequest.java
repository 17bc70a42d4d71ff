package io.awaken.core.mailbox;

import io.awaken.core.commit.Delivery;
import io.awaken.core.commit.IdempotencyKey;
import io.awaken.core.commit.Submission;
import io.awaken.core.commit.SubmitMode;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.Ids;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * What somebody asks an agent.
 *
 * @param agentId the agent
 * @param threadId the conversation, in the caller's tenant whatever the id says; null begins a new
 *     one, an unknown id begins one under that id
 * @param userTexts what the user says, at least one text
 * @param caller on whose behalf
 * @param mode what happens when another run keeps the thread; default {@code INTERRUPT}; of no
 *     account to what is delivered after a delay, which waits in the queue
 * @param frontendTools tools that the client executes itself
 * @param key marks a request that may be repeated, or null
 * @param delivery how it goes through the queue, if it has to
 */
public record RunRequest(
    String agentId,
    ThreadId threadId,
    List<String> userTexts,
    Caller caller,
    SubmitMode mode,
    List<ClientTool> frontendTools,
    IdempotencyKey key,
    Delivery delivery) {

  public RunRequest {
    threadId = threadId == null ? null : threadId.in(caller.tenant());
    userTexts = List.copyOf(userTexts);
    frontendTools = List.copyOf(frontendTools);
  }

  /** A request in the default mode, of a client without tools. */
  public RunRequest(String agentId, ThreadId threadId, List<String> userTexts, Caller caller) {
    this(
        agentId,
        threadId,
        userTexts,
        caller,
        SubmitMode.INTERRUPT,
        List.of(),
        null,
        Delivery.USUAL);
  }

  /**
   * Checks the size of each message.
   *
   * @param most bytes that one may have as UTF-8
   * @throws MessageTooLarge naming the first that has more
   */
  public void requireMessagesOfAtMost(long most) {
    for (int i = 0; i < userTexts.size(); i++) {
      if (MessageBytes.of(userTexts.get(i)) > most) {
        throw new MessageTooLarge(i, most);
      }
    }
  }

  /** One text in a new conversation, on nobody's behalf in particular. */
  public static RunRequest of(String agentId, String userText) {
    return new RunRequest(agentId, null, List.of(userText), Caller.ANONYMOUS);
  }

  /** The same in this conversation. */
  public RunRequest in(ThreadId thread) {
    return new RunRequest(agentId, thread, userTexts, caller, mode, frontendTools, key, delivery);
  }

  /** The same on somebody's behalf. */
  public RunRequest by(Caller other) {
    return new RunRequest(agentId, threadId, userTexts, other, mode, frontendTools, key, delivery);
  }

  /** The same with these tools that the client executes. */
  public RunRequest with(List<ClientTool> tools) {
    return with(mode, tools, key, delivery);
  }

  /** The same in this mode. */
  public RunRequest as(SubmitMode other) {
    return with(other, frontendTools, key, delivery);
  }

  /** The same under a key: repeated, it leads to the same run. */
  public RunRequest once(IdempotencyKey under) {
    return with(mode, frontendTools, under, delivery);
  }

  /** The same, delivered so. */
  public RunRequest by(Delivery other) {
    return with(mode, frontendTools, key, other);
  }

  private RunRequest with(
      SubmitMode asked, List<ClientTool> tools, IdempotencyKey under, Delivery how) {
    return new RunRequest(agentId, threadId, userTexts, caller, asked, tools, under, how);
  }

  /**
   * What a mailbox is given of it.
   *
   * @param claim makes it begin at once on a free thread; null leaves it in the queue
   */
  public Submission submission(Ids ids, ClaimToken claim) {
    ThreadId thread = threadId == null ? new ThreadId(caller.tenant(), ids.next()) : threadId;
    List<Message> messages =
        userTexts.stream().map(text -> Message.user(ids.next(), text)).toList();
    return new Submission(
        new RunId(ids.next()),
        thread,
        new JobId(ids.next()),
        agentId,
        caller,
        null,
        messages,
        claim,
        mode,
        frontendTools,
        key,
        delivery);
  }
}
