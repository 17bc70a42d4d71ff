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
 * @param commitId the thread's last commit, as far as the owner knows; null before the first. A
 *     database that has gone back behind it, as a standby may that lacked it, refuses the owner
 */
public record Fence(
    ThreadId threadId,
    RunId runId,
    JobId jobId,
    ClaimToken token,
    long epoch,
    long messageCount,
    String commitId) {

  /** The fence after a commit that appended messages. */
  public Fence advanced(String commit, int appended) {
    return new Fence(threadId, runId, jobId, token, epoch, messageCount + appended, commit);
  }
}
