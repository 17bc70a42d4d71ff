package io.awaken.core.run;

import io.awaken.core.message.Message;
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
 * @param supersedes the first message that the run took out of the conversation when it began, with
 *     everything behind it; null for nothing, and in claims of a run that has waited since
 * @param opening all that is stored of a thread which was made for the run: the messages that it
 *     begins with, and no state; null where more may be stored, or that much that it is read when
 *     it is needed
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
    InferenceOverride overrides,
    String supersedes,
    List<Message> opening) {

  public Claim {
    clientTools = List.copyOf(clientTools);
    opening = opening == null ? null : List.copyOf(opening);
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
        InferenceOverride.NONE,
        null,
        null);
  }

  /** A claim of a run's first job. */
  public Claim(Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt) {
    this(fence, agentId, caller, parentRunId, attempt, attempt > 1);
  }

  /** The same with tools of the client. */
  public Claim with(List<ClientTool> tools) {
    return with(lineage, tools, resolution, waited, overrides, supersedes, opening);
  }

  /** The same with these settings of its model calls. */
  public Claim with(InferenceOverride settings) {
    return with(lineage, clientTools, resolution, waited, settings, supersedes, opening);
  }

  /** The same of a run that is pinned to what it resolved when it began. */
  public Claim pinned(String to) {
    return with(lineage, clientTools, to, waited, overrides, supersedes, opening);
  }

  /** The same of a job that has waited so long. */
  public Claim after(Waited time) {
    return with(lineage, clientTools, resolution, time, overrides, supersedes, opening);
  }

  /** The same of a run that comes from there; without a sender it is the caller. */
  public Claim from(Lineage source) {
    return with(
        source.sentBy(caller.signature()),
        clientTools,
        resolution,
        waited,
        overrides,
        supersedes,
        opening);
  }

  /**
   * The same of a run that cut its thread.
   *
   * @param messageId the first message that it took out; null for nothing
   */
  public Claim superseding(String messageId) {
    return with(lineage, clientTools, resolution, waited, overrides, messageId, opening);
  }

  /** The same of a run whose thread was made for it and holds these messages and nothing else. */
  public Claim opening(List<Message> messages) {
    return with(lineage, clientTools, resolution, waited, overrides, supersedes, messages);
  }

  private Claim with(
      Lineage from,
      List<ClientTool> tools,
      String pinnedTo,
      Waited time,
      InferenceOverride settings,
      String messageId,
      List<Message> stored) {
    return new Claim(
        fence, agentId, caller, from, attempt, begun, tools, pinnedTo, time, settings, messageId,
        stored);
  }

  /** The run that delegated, or null. */
  public RunId parentRunId() {
    return lineage.parentRunId();
  }

  public RunId runId() {
    return fence.runId();
  }
}
