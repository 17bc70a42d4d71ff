package io.awaken.core.run;

/**
 * Proof of ownership that every write of a running run carries. The store compares it with the
 * thread row in the same statement that takes the row; no row means the proof is stale and nothing
 * was written (guardrail G2).
 *
 * @param threadId the thread whose row is lock and fence
 * @param runId the run that writes
 * @param jobId the job that holds the thread's slot
 * @param token the claim
 * @param epoch counts the claims of the thread
 * @param messageCount messages of the thread after the last commit under this fence
 */
public record Fence(
    ThreadId threadId, RunId runId, JobId jobId, ClaimToken token, long epoch, long messageCount) {

  /** The fence after a commit that appended messages. */
  public Fence advanced(int appended) {
    return new Fence(threadId, runId, jobId, token, epoch, messageCount + appended);
  }
}
