package io.awaken.core.run;

/**
 * Proof of ownership that every write of a running run carries. The store compares it with the
 * thread row in the statement that locks the row; no match means that the fence is stale and
 * nothing was written (guardrail G2).
 *
 * @param threadId the thread whose row is lock and fence
 * @param runId the run that writes
 * @param jobId the job that occupies the thread's slot
 * @param token the claim
 * @param epoch number of claims of the thread so far
 * @param messageCount messages of the thread after the last commit with this fence
 * @param messageBytes bytes of these messages, for the thread's limits; follows from the count and
 *     is not compared
 * @param commitId the owner's last known commit of the thread; null before the first. A database
 *     that lost it, such as a lagging standby after failover, refuses the owner
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

  /** A fence of a thread without messages, or whose size is irrelevant. */
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
