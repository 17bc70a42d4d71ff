package io.awaken.core.run;

/**
 * Which run this is, for tools and hooks (features row 116).
 *
 * @param threadId the conversation
 * @param runId the run
 * @param parentRunId the run that delegated, or null
 * @param agentId the agent at work
 * @param caller on whose behalf
 */
public record RunIdentity(
    ThreadId threadId, RunId runId, RunId parentRunId, String agentId, Caller caller) {

  /** The same run with another agent at work. */
  public RunIdentity of(String otherAgentId) {
    return new RunIdentity(threadId, runId, parentRunId, otherAgentId, caller);
  }
}
