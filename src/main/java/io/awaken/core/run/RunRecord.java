package io.awaken.core.run;

import io.awaken.core.spec.Cost;
import io.awaken.core.spec.InferenceOverride;

/**
 * One run as stored (features row 163).
 *
 * @param runId the run
 * @param threadId its thread
 * @param agentId the agent that was asked
 * @param caller on whose behalf
 * @param parentRunId the run that delegated, or null
 * @param jobId the mailbox job that carries it
 * @param generation of the thread when it was accepted; an interruption begins the next one
 * @param status where it is
 * @param termination why it ended; null until it is done
 * @param finalOutput the last answer's text; null until it is done
 * @param steps model calls; 0 until it is done, its events tell before
 * @param inputTokens sum over all model calls; 0 until it is done
 * @param outputTokens sum over all model calls; 0 until it is done
 * @param cost of all model calls whose model has prices; null where none has, and until it is done
 * @param createdAt epoch milliseconds, as all times here
 * @param startedAt first claim, or null
 * @param finishedAt or null
 * @param updatedAt last change
 * @param resolution names what it resolved when it began; null when that is not known
 * @param overrides settings of its model calls that its request asked for
 */
public record RunRecord(
    RunId runId,
    ThreadId threadId,
    String agentId,
    Caller caller,
    RunId parentRunId,
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
    InferenceOverride overrides) {

  public RunRecord {
    overrides = overrides == null ? InferenceOverride.NONE : overrides;
  }

  /** A run whose models have no prices. */
  public RunRecord(
      RunId runId,
      ThreadId threadId,
      String agentId,
      Caller caller,
      RunId parentRunId,
      JobId jobId,
      long generation,
      RunStatus status,
      TerminationReason termination,
      String finalOutput,
      int steps,
      long inputTokens,
      long outputTokens,
      long createdAt,
      Long startedAt,
      Long finishedAt,
      long updatedAt,
      String resolution,
      InferenceOverride overrides) {
    this(
        runId,
        threadId,
        agentId,
        caller,
        parentRunId,
        jobId,
        generation,
        status,
        termination,
        finalOutput,
        steps,
        inputTokens,
        outputTokens,
        null,
        createdAt,
        startedAt,
        finishedAt,
        updatedAt,
        resolution,
        overrides);
  }
}
