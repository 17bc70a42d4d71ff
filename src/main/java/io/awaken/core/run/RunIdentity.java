package io.awaken.core.run;

/**
 * Which run this is, for tools and hooks (features row 116).
 *
 * @param threadId the conversation
 * @param runId the run
 * @param agentId the agent at work
 * @param caller on whose behalf
 * @param lineage the thread and run it comes from, its origin and sender
 */
public record RunIdentity(
    ThreadId threadId, RunId runId, String agentId, Caller caller, Lineage lineage) {

  /** A run of a user; its sender is the caller. */
  public RunIdentity(
      ThreadId threadId, RunId runId, RunId parentRunId, String agentId, Caller caller) {
    this(threadId, runId, agentId, caller, Lineage.of(parentRunId).sentBy(caller.signature()));
  }

  /** The same run with another agent at work. */
  public RunIdentity of(String otherAgentId) {
    return new RunIdentity(threadId, runId, otherAgentId, caller, lineage);
  }

  /** The run that delegated, or null. */
  public RunId parentRunId() {
    return lineage.parentRunId();
  }

  /** The thread that this run's thread was made from, or null. */
  public ThreadId parentThreadId() {
    return lineage.parentThreadId();
  }

  /** What kind of client asked for the run. */
  public RunOrigin origin() {
    return lineage.origin();
  }

  /**
   * Who asked for the run, as its origin names them; null for a caller without a name. Each message
   * of the history names its own sender.
   */
  public String sender() {
    return lineage.sender();
  }
}
