package io.awaken.core.run;

import io.awaken.core.message.Message;
import io.awaken.core.spec.InferenceOverride;
import java.util.List;

/**
 * A job that this node may execute.
 *
 * @param fence proof of ownership for every write
 * @param agentId the agent
 * @param caller the caller whom the run acts for
 * @param lineage where the run comes from
 * @param attempt claims of the job so far, from 1
 * @param begun whether the run was claimed before, by this job or an earlier one
 * @param clientTools tools that the client executes
 * @param resolution names the documents that the run is pinned to; null when unknown
 * @param waited how long the job waited
 * @param overrides model settings of the run
 * @param supersedes the first message that the run superseded when it started, with everything
 *     behind it; null for none and when a waiting run resumes
 * @param clientInput what the client sent besides messages and tools
 * @param opening the initial messages of a thread created for this run, which has no state; null if
 *     the store may have more, or if the messages are so large that they are read on demand
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
    ClientInput clientInput,
    List<Message> opening) {

  public Claim {
    clientTools = List.copyOf(clientTools);
    opening = opening == null ? null : List.copyOf(opening);
  }

  /** A claim of a run without client tools. */
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
        ClientInput.NONE,
        null);
  }

  /** A claim of a run's first job. */
  public Claim(Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt) {
    this(fence, agentId, caller, parentRunId, attempt, attempt > 1);
  }

  /** With client tools. */
  public Claim with(List<ClientTool> tools) {
    return with(lineage, tools, resolution, waited, overrides, supersedes, clientInput, opening);
  }

  /** With overrides of the model settings. */
  public Claim with(InferenceOverride settings) {
    return with(
        lineage, clientTools, resolution, waited, settings, supersedes, clientInput, opening);
  }

  /** Pinned to these documents. */
  public Claim pinned(String to) {
    return with(lineage, clientTools, to, waited, overrides, supersedes, clientInput, opening);
  }

  /** With the time that the job waited. */
  public Claim after(Waited time) {
    return with(
        lineage, clientTools, resolution, time, overrides, supersedes, clientInput, opening);
  }

  /** With a lineage. Without a sender, the caller is the sender. */
  public Claim from(Lineage source) {
    return with(
        source.sentBy(caller.signature()),
        clientTools,
        resolution,
        waited,
        overrides,
        supersedes,
        clientInput,
        opening);
  }

  /**
   * With superseded messages.
   *
   * @param messageId the first one; null for none
   */
  public Claim superseding(String messageId) {
    return with(
        lineage, clientTools, resolution, waited, overrides, messageId, clientInput, opening);
  }

  /** With input of the client. */
  public Claim with(ClientInput input) {
    return with(lineage, clientTools, resolution, waited, overrides, supersedes, input, opening);
  }

  /** With the messages of a thread that was created for the run and has no others. */
  public Claim opening(List<Message> messages) {
    return with(
        lineage, clientTools, resolution, waited, overrides, supersedes, clientInput, messages);
  }

  private Claim with(
      Lineage from,
      List<ClientTool> tools,
      String pinnedTo,
      Waited time,
      InferenceOverride settings,
      String messageId,
      ClientInput input,
      List<Message> stored) {
    return new Claim(
        fence, agentId, caller, from, attempt, begun, tools, pinnedTo, time, settings, messageId,
        input, stored);
  }

  /** The run that delegated, or null. */
  public RunId parentRunId() {
    return lineage.parentRunId();
  }

  public RunId runId() {
    return fence.runId();
  }
}
