package io.awaken.core.run;

import io.awaken.core.spec.InferenceOverride;
import java.util.List;

/**
 * A job that this node may execute.
 *
 * @param fence proof of ownership for every write
 * @param agentId the agent
 * @param caller on whose behalf
 * @param lineage where the run comes from
 * @param attempt how often the job was claimed, counted from 1
 * @param begun whether the run was claimed before, by this job or an earlier one
 * @param clientTools tools that the client of the run executes
 * @param resolution names what the run resolved when it began; null when that is not known
 * @param waited how long the job has waited
 * @param overrides settings of the run's model calls
 */
public record Claim(
    Fence fence,
    String agentId,
    Caller caller,
    Lineage lineage,
    int attempt,
    boolean begun,
    List<ClientTool> clientTools,
    String resolution,
    Waited waited,
    InferenceOverride overrides) {

  public Claim {
    clientTools = List.copyOf(clientTools);
  }

  /** A claim of a run whose client has no tools. */
  public Claim(
      Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt, boolean begun) {
    this(
        fence,
        agentId,
        caller,
        Lineage.of(parentRunId).sentBy(caller.signature()),
        attempt,
        begun,
        List.of(),
        null,
        Waited.NOT,
        InferenceOverride.NONE);
  }

  /** A claim of a run's first job. */
  public Claim(Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt) {
    this(fence, agentId, caller, parentRunId, attempt, attempt > 1);
  }

  /** The same with tools of the client. */
  public Claim with(List<ClientTool> tools) {
    return new Claim(
        fence, agentId, caller, lineage, attempt, begun, tools, resolution, waited, overrides);
  }

  /** The same with these settings of its model calls. */
  public Claim with(InferenceOverride settings) {
    return new Claim(
        fence, agentId, caller, lineage, attempt, begun, clientTools, resolution, waited, settings);
  }

  /** The same of a run that is pinned to what it resolved when it began. */
  public Claim pinned(String to) {
    return new Claim(
        fence, agentId, caller, lineage, attempt, begun, clientTools, to, waited, overrides);
  }

  /** The same of a job that has waited so long. */
  public Claim after(Waited time) {
    return new Claim(
        fence, agentId, caller, lineage, attempt, begun, clientTools, resolution, time, overrides);
  }

  /** The same of a run that comes from there; without a sender it is the caller. */
  public Claim from(Lineage source) {
    return new Claim(
        fence,
        agentId,
        caller,
        source.sentBy(caller.signature()),
        attempt,
        begun,
        clientTools,
        resolution,
        waited,
        overrides);
  }

  /** The run that delegated, or null. */
  public RunId parentRunId() {
    return lineage.parentRunId();
  }

  public RunId runId() {
    return fence.runId();
  }
}
