package io.awaken.core.run;

/**
 * A job that this node may execute.
 *
 * @param fence proof of ownership for every write
 * @param agentId the agent
 * @param caller on whose behalf
 * @param parentRunId the run that delegated, or null
 * @param attempt counted from 1; above 1 the run has begun before
 */
public record Claim(Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt) {

  public RunId runId() {
    return fence.runId();
  }
}
