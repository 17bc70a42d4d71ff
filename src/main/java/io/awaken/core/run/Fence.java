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
 * @param messageBytes bytes of these messages, as the thread's limits count them; follows from the
 *     count and is no condition of its own
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
    long messageBytes,
    String commitId) {

  /** A fence of a thread without messages, or whose size is of no account. */
  public Fence(
      ThreadId threadId,
      RunId runId,
      JobId jobId,
      ClaimToken token,
      long epoch,
      long messageCount,
      String commitId) {
    this(threadId, runId, jobId, token, epoch, messageCount, 0, commitId);
  }

  /**
   * The fence after a commit that appended messages.
   *
   * @param bytes of the messages
   */
  public Fence advanced(String commit, int appended, long bytes) {
    return new Fence(
        threadId,
        runId,
        jobId,
        token,
        epoch,
        messageCount + appended,
        messageBytes + bytes,
        commit);
  }
}
