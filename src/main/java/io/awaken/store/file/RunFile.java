package io.awaken.store.file;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunSpec;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadAccess;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.spec.InferenceOverride;
import java.util.List;

/**
 * A run; times are epoch milliseconds. Its thread's file has who may use it. Files of earlier
 * versions have neither overrides nor a cost.
 */
record RunFile(
    String runId,
    String threadId,
    String agentId,
    @JsonIgnoreProperties("operator") Caller caller,
    String parentRunId,
    String jobId,
    long generation,
    RunStatus status,
    TerminationReason termination,
    String finalOutput,
    int steps,
    long inputTokens,
    long outputTokens,
    @JsonInclude(JsonInclude.Include.NON_NULL) Cost cost,
    long createdAt,
    Long startedAt,
    Long finishedAt,
    long updatedAt,
    String resolution,
    InferenceOverride overrides) {

  static RunFile of(RunRecord run) {
    return new RunFile(
        run.runId().value(),
        run.threadId().value(),
        run.agentId(),
        run.caller(),
        run.parentRunId() == null ? null : run.parentRunId().value(),
        run.jobId().value(),
        run.generation(),
        run.status(),
        run.termination(),
        run.finalOutput(),
        run.steps(),
        run.inputTokens(),
        run.outputTokens(),
        run.cost(),
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        run.updatedAt(),
        run.resolution(),
        run.spec().overrides().equals(InferenceOverride.NONE) ? null : run.spec().overrides());
  }

  RunRecord toRecord() {
    return new RunRecord(
        new RunId(runId),
        new ThreadId(caller.tenant(), threadId),
        caller,
        RunSpec.of(agentId, parentRunId == null ? null : new RunId(parentRunId), List.of())
            .withOverrides(overrides),
        new JobId(jobId),
        generation,
        status,
        termination,
        finalOutput,
        steps,
        inputTokens,
        outputTokens,
        cost,
        createdAt,
        startedAt,
        finishedAt,
        updatedAt,
        resolution,
        ThreadAccess.of(caller));
  }
}
