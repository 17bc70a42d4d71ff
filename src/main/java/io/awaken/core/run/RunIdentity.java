package io.awaken.core.run;

/**
 * Identifies a run to tools and hooks (features row 116).
 *
 * @param threadId the conversation
 * @param runId the run
 * @param agentId the current agent
 * @param caller the caller whom the run acts for
 * @param lineage its parent thread and run, origin and sender
 */
public record RunIdentity(
    ThreadId threadId, RunId runId, String agentId, Caller caller, Lineage lineage) {

  /** A user's run; its sender is the caller. */
  public RunIdentity(
      ThreadId threadId, RunId runId, RunId parentRunId, String agentId, Caller caller) {
    this(threadId, runId, agentId, caller, Lineage.of(parentRunId).sentBy(caller.signature()));
  }

  /** The same run with another current agent. */
  public RunIdentity of(String otherAgentId) {
    return new RunIdentity(threadId, runId, otherAgentId, caller, lineage);
  }

  /** The run that delegated, or null. */
  public RunId parentRunId() {
    return lineage.parentRunId();
  }

  /** The thread that this run's thread was created from, or null. */
  public ThreadId parentThreadId() {
    return lineage.parentThreadId();
  }

  /** The kind of client that submitted the run. */
  public RunOrigin origin() {
    return lineage.origin();
  }

  /**
   * The submitter of the run as its origin names it; null for an anonymous caller. Each message has
   * a sender of its own.
   */
  public String sender() {
    return lineage.sender();
  }
}
