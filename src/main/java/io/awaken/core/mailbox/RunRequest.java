package io.awaken.core.mailbox;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * What somebody asks an agent.
 *
 * @param agentId the agent
 * @param threadId the conversation; null begins a new one, an unknown id begins one under that id
 * @param userTexts what the user says, at least one text
 * @param caller on whose behalf
 * @param frontendTools tools that the client executes itself
 */
public record RunRequest(
    String agentId,
    ThreadId threadId,
    List<String> userTexts,
    Caller caller,
    List<ClientTool> frontendTools) {

  public RunRequest {
    userTexts = List.copyOf(userTexts);
    frontendTools = List.copyOf(frontendTools);
  }

  /** A request of a client without tools. */
  public RunRequest(String agentId, ThreadId threadId, List<String> userTexts, Caller caller) {
    this(agentId, threadId, userTexts, caller, List.of());
  }

  /** One text in a new conversation, on nobody's behalf in particular. */
  public static RunRequest of(String agentId, String userText) {
    return new RunRequest(agentId, null, List.of(userText), Caller.ANONYMOUS);
  }

  /** The same in this conversation. */
  public RunRequest in(ThreadId thread) {
    return new RunRequest(agentId, thread, userTexts, caller, frontendTools);
  }

  /** The same on somebody's behalf. */
  public RunRequest by(Caller other) {
    return new RunRequest(agentId, threadId, userTexts, other, frontendTools);
  }

  /** The same with these tools that the client executes. */
  public RunRequest with(List<ClientTool> tools) {
    return new RunRequest(agentId, threadId, userTexts, caller, tools);
  }
}
