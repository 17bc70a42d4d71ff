package io.awaken.core.run;

/**
 * A job that this node may execute.
 *
 * @param fence proof of ownership for every write
 * @param agentId the agent
 * @param caller on whose behalf
 * @param parentRunId the run that delegated, or null
 * @param attempt how often the job was claimed, counted from 1
 * @param begun whether the run was claimed before, by this job or an earlier one
 */
public record Claim(
    Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt, boolean begun) {

  /** A claim of a run's first job. */
  public Claim(Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt) {
    this(fence, agentId, caller, parentRunId, attempt, attempt > 1);
  }

  public RunId runId() {
    return fence.runId();
  }
}
