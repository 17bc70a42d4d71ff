package io.awaken.core.commit;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.util.List;

/**
 * A run to be accepted: thread if it is new, run, job and input in one transaction.
 *
 * @param runId id of the new run
 * @param threadId its thread; created when it does not exist
 * @param jobId id of the new job
 * @param agentId the agent
 * @param caller on whose behalf
 * @param parentRunId the run that delegates, or null
 * @param messages the input, each with its id
 * @param claim makes the job start out claimed when the thread is free; null queues it
 * @param mode what happens when another run keeps the thread
 * @param clientTools tools that the client of the run executes
 * @param key marks a request that may be repeated, or null
 */
public record Submission(
    RunId runId,
    ThreadId threadId,
    JobId jobId,
    String agentId,
    Caller caller,
    RunId parentRunId,
    List<Message> messages,
    ClaimToken claim,
    SubmitMode mode,
    List<ClientTool> clientTools,
    IdempotencyKey key) {

  public Submission {
    messages = List.copyOf(messages);
    clientTools = List.copyOf(clientTools);
  }

  /** A run whose client has no tools. */
  public Submission(
      RunId runId,
      ThreadId threadId,
      JobId jobId,
      String agentId,
      Caller caller,
      RunId parentRunId,
      List<Message> messages,
      ClaimToken claim,
      SubmitMode mode) {
    this(
        runId,
        threadId,
        jobId,
        agentId,
        caller,
        parentRunId,
        messages,
        claim,
        mode,
        List.of(),
        null);
  }

  /** The same in this mode. */
  public Submission as(SubmitMode other) {
    return new Submission(
        runId,
        threadId,
        jobId,
        agentId,
        caller,
        parentRunId,
        messages,
        claim,
        other,
        clientTools,
        key);
  }

  /** The same for anybody to claim. */
  public Submission unclaimed() {
    return new Submission(
        runId,
        threadId,
        jobId,
        agentId,
        caller,
        parentRunId,
        messages,
        null,
        mode,
        clientTools,
        key);
  }

  /** Refused on a thread that another run keeps; without a claim it waits in the queue. */
  public Submission(
      RunId runId,
      ThreadId threadId,
      JobId jobId,
      String agentId,
      Caller caller,
      RunId parentRunId,
      List<Message> messages,
      ClaimToken claim) {
    this(
        runId,
        threadId,
        jobId,
        agentId,
        caller,
        parentRunId,
        messages,
        claim,
        claim == null ? SubmitMode.QUEUE : SubmitMode.REJECT);
  }

  /** The same with tools of the client. */
  public Submission with(List<ClientTool> tools) {
    return new Submission(
        runId, threadId, jobId, agentId, caller, parentRunId, messages, claim, mode, tools, key);
  }

  /** The same under a key. */
  public Submission once(IdempotencyKey under) {
    return new Submission(
        runId,
        threadId,
        jobId,
        agentId,
        caller,
        parentRunId,
        messages,
        claim,
        mode,
        clientTools,
        under);
  }
}
