package io.awaken.core.run;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * A job that this node may execute.
 *
 * @param fence proof of ownership for every write
 * @param caller the caller whom the run acts for
 * @param spec what is asked of the run, without its messages, which are in the thread. It
 *     supersedes nothing when a waiting run resumes
 * @param parentThreadId the thread that its thread was created from, or null
 * @param attempt claims of the job so far, from 1
 * @param begun whether the run was claimed before, by this job or an earlier one
 * @param resolution names the documents that the run is pinned to; null when unknown
 * @param waited how long the job waited
 * @param opening the initial messages of a thread created for this run, which has no state; null if
 *     the store may have more, or if the messages are so large that they are read on demand
 */
public record Claim(
    Fence fence,
    Caller caller,
    RunSpec spec,
    ThreadId parentThreadId,
    int attempt,
    boolean begun,
    String resolution,
    Waited waited,
    List<Message> opening) {

  public Claim {
    spec = spec.messages().isEmpty() ? spec : spec.withMessages(List.of());
    opening = opening == null ? null : List.copyOf(opening);
  }

  /** A claim that did not wait, of a run that is not pinned. */
  public Claim(
      Fence fence,
      Caller caller,
      RunSpec spec,
      ThreadId parentThreadId,
      int attempt,
      boolean begun) {
    this(fence, caller, spec, parentThreadId, attempt, begun, null, Waited.NOT, null);
  }

  /** A claim of a run's first job, for a client that asks for nothing but an agent. */
  public Claim(Fence fence, String agentId, Caller caller, RunId parentRunId, int attempt) {
    this(fence, caller, RunSpec.of(agentId, parentRunId, List.of()), null, attempt, attempt > 1);
  }

  /** Pinned to these documents. */
  public Claim pinned(String to) {
    return with(to, waited, opening);
  }

  /** With the time that the job waited. */
  public Claim after(Waited time) {
    return with(resolution, time, opening);
  }

  /** With the messages of a thread that was created for the run and has no others. */
  public Claim opening(List<Message> messages) {
    return with(resolution, waited, messages);
  }

  private Claim with(String pinnedTo, Waited time, List<Message> stored) {
    return new Claim(fence, caller, spec, parentThreadId, attempt, begun, pinnedTo, time, stored);
  }

  /** The agent. */
  public String agentId() {
    return spec.agentId();
  }

  /** Where the run comes from. Without a sender, the caller is the sender. */
  public Lineage lineage() {
    return spec.lineage(parentThreadId, caller);
  }

  /** The first message that the run superseded when it started; null for none. */
  public String supersedes() {
    return spec.supersedes();
  }

  public RunId runId() {
    return fence.runId();
  }
}
