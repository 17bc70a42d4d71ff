package io.awaken.runtime;

import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;

/**
 * What a run brought (features row 138).
 *
 * @param threadId its conversation; name it in the next request to go on
 * @param runId the run
 * @param response text of the last answer; null when there was none
 * @param steps model calls in all; 0 while the run waits for a decision
 * @param termination why it ended; {@link TerminationReason.Suspended} when it waits
 * @param inputTokens in all
 * @param outputTokens in all
 * @param cost of all model calls whose model has prices; null where none has
 */
public record RunResult(
    ThreadId threadId,
    RunId runId,
    String response,
    int steps,
    TerminationReason termination,
    long inputTokens,
    long outputTokens,
    Cost cost) {}
