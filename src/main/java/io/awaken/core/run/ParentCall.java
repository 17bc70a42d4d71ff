package io.awaken.core.run;

import java.util.Objects;

/**
 * The call that started a run and waits for its end (features row 195). Stored with the run.
 * Immutable.
 *
 * @param thread {@link ThreadId#key} of its thread
 * @param runId its run
 * @param callId the call
 * @param ordinal number of the call's question that waits for the end, from 1
 * @param agentId the agent that was asked
 * @param depth delegations above the started run, from 1
 * @param root the run above all of them
 */
public record ParentCall(
    String thread, RunId runId, String callId, int ordinal, String agentId, int depth, RunId root) {

  public ParentCall {
    Objects.requireNonNull(thread, "thread");
    Objects.requireNonNull(runId, "runId");
    Objects.requireNonNull(callId, "callId");
  }

  /** The thread of the call. */
  public ThreadId threadId() {
    return ThreadId.ofKey(thread);
  }
}
