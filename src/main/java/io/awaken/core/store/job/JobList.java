package io.awaken.core.store.job;

import io.awaken.core.store.thread.ThreadStore.Page;

/** Lists the jobs of the mailbox. Thread-safe; claims nothing. */
@FunctionalInterface
public interface JobList {

  /**
   * Returns a page of jobs, newest first, and the number of jobs that match its filter: three
   * statements. The page has at least one job, if there is one, and ends before the job that would
   * exceed its bytes.
   */
  Page<JobRecord> jobs(JobQuery query);
}
