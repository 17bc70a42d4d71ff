package io.awaken.core.run;

import java.util.Objects;

/**
 * The call that started a run and waits for its end (features row 195), or has its thread told of
 * it. Stored with the run. Immutable.
 *
 * @param thread {@link ThreadId#key} of its thread
 * @param runId its run
 * @param callId the call
 * @param ordinal number of the call's question that waits for the end, from 1; 0 for a background
 *     task, for which no question waits
 * @param agentId the agent that was asked
 * @param depth delegations above the started run, from 1
 * @param root the run above all of them
 * @param task the first run of a background task, under whose id its thread knows it; null for that
 *     run itself, and without a task
 */
public record ParentCall(
    String thread,
    RunId runId,
    String callId,
    int ordinal,
    String agentId,
    int depth,
    RunId root,
    RunId task) {

  public ParentCall {
    Objects.requireNonNull(thread, "thread");
    Objects.requireNonNull(runId, "runId");
    Objects.requireNonNull(callId, "callId");
  }

  /** Whether the started run is a background task: its end is a message to the thread. */
  public boolean ofTask() {
    return ordinal == 0;
  }

  /** The call of the run that takes the place of an ended one. */
  public ParentCall again(RunId ended) {
    return ofTask() && task == null
        ? new ParentCall(thread, runId, callId, ordinal, agentId, depth, root, ended)
        : this;
  }

  /** The thread of the call. */
  public ThreadId threadId() {
    return ThreadId.ofKey(thread);
  }
}
