package io.awaken.core.store.job;

import io.awaken.core.store.thread.ThreadStore.Page;

/** Shows what is in the mailbox. Thread-safe; claims nothing. */
@FunctionalInterface
public interface JobList {

  /**
   * A page of jobs, newest first, and how many its filter lets through: three statements. The page
   * has at least one job, if there is one, and is cut before the one that brings it over its bytes.
   */
  Page<JobRecord> jobs(JobQuery query);
}
