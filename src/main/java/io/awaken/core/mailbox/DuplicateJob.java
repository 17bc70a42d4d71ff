package io.awaken.core.mailbox;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;

/**
 * A job of the thread with the same dedupe key has not ended, which the message does not name;
 * nothing was written.
 */
public final class DuplicateJob extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient JobId jobId;
  private final transient RunId runId;

  DuplicateJob(JobId jobId, RunId runId) {
    super("a job of the thread has this dedupe key and has not ended");
    this.jobId = jobId;
    this.runId = runId;
  }

  public JobId jobId() {
    return jobId;
  }

  /** The run that the earlier job carries. */
  public RunId runId() {
    return runId;
  }
}
