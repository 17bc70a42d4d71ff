package io.awaken.core.run;

import io.awaken.core.spec.Cost;

/**
 * One stored run (features row 163).
 *
 * @param runId the run
 * @param threadId its thread
 * @param caller the caller whom it acts for
 * @param spec what was asked of it, as {@link RunSpec#shown} to readers
 * @param jobId its mailbox job
 * @param generation of the thread when the run was accepted; an interruption increments it
 * @param status its state
 * @param termination why it ended; null until it is done
 * @param finalOutput the last answer's text; null until it is done
 * @param steps model calls; 0 until it is done (events have the current number)
 * @param inputTokens sum over all model calls; 0 until it is done
 * @param outputTokens sum over all model calls; 0 until it is done
 * @param cost of all model calls whose model has prices; null without prices and until it is done
 * @param createdAt epoch milliseconds, as all times here
 * @param startedAt first claim, or null
 * @param finishedAt or null
 * @param updatedAt last change
 * @param resolution names the documents that it is pinned to; null when unknown
 * @param thread who may use its thread
 */
public record RunRecord(
    RunId runId,
    ThreadId threadId,
    Caller caller,
    RunSpec spec,
    JobId jobId,
    long generation,
    RunStatus status,
    TerminationReason termination,
    String finalOutput,
    int steps,
    long inputTokens,
    long outputTokens,
    Cost cost,
    long createdAt,
    Long startedAt,
    Long finishedAt,
    long updatedAt,
    String resolution,
    ThreadAccess thread) {

  /** The requested agent. */
  public String agentId() {
    return spec.agentId();
  }

  /** The run that delegated, or null. */
  public RunId parentRunId() {
    return spec.parentRunId();
  }

  /** Whether a caller may read it: as its thread, but an anonymous caller reads no named one. */
  public boolean readableBy(Caller reader) {
    return thread.allows(reader, ThreadAction.READ)
        && reader.sees(caller.tenant(), caller.subject());
  }
}
