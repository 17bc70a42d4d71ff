package io.awaken.http.api;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;

/** A run on the wire; times are seconds (features row 163, section 3.2). */
record RunView(
    RunId runId,
    ThreadId threadId,
    String agentId,
    RunId parentRunId,
    RunStatus status,
    TerminationReason terminationReason,
    String finalOutput,
    Outcome outcome,
    long createdAt,
    Long startedAt,
    Long finishedAt,
    long updatedAt,
    int steps,
    long inputTokens,
    long outputTokens) {

  /** How the run ended. */
  record Outcome(TerminationReason terminationReason, String finalOutput) {}

  static RunView of(RunRecord run) {
    TerminationReason why = run.termination();
    return new RunView(
        run.runId(),
        run.threadId(),
        run.agentId(),
        run.parentRunId(),
        run.status(),
        why,
        run.finalOutput(),
        why == null ? null : new Outcome(why, run.finalOutput()),
        seconds(run.createdAt()),
        secondsOrNull(run.startedAt()),
        secondsOrNull(run.finishedAt()),
        seconds(run.updatedAt()),
        run.steps(),
        run.inputTokens(),
        run.outputTokens());
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }

  private static Long secondsOrNull(Long millis) {
    return millis == null ? null : seconds(millis);
  }
}
