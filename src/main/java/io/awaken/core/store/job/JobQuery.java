package io.awaken.core.store.job;

import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ThreadId;

/**
 * A filter and a page of jobs; newest first.
 *
 * @param filter which jobs match
 * @param after the page starts after this job; null for the beginning
 * @param skip number of jobs to skip first, 0 or more
 * @param limit maximum number of jobs
 * @param bytes maximum stored bytes of the jobs and their runs, unless the page has only one job
 */
public record JobQuery(Filter filter, After after, int skip, int limit, long bytes) {

  /** Default maximum bytes of a page: 1 MiB. */
  public static final long PAGE_BYTES = 1 << 20;

  /** A page with the default maximum bytes. */
  public JobQuery(Filter filter, After after, int skip, int limit) {
    this(filter, after, skip, limit, PAGE_BYTES);
  }

  /**
   * Which jobs match; the total of a page counts all of them.
   *
   * @param tenant the tenant of their runs
   * @param subject the subject their runs act for, or null for any
   * @param threadId their thread, or null for any
   * @param status their status, or null for any
   * @param reader only jobs of threads that this caller may read; null for all
   */
  public record Filter(
      String tenant, String subject, ThreadId threadId, JobStatus status, Caller reader) {

    /** Jobs of all threads, whoever may read them. */
    public Filter(String tenant, String subject, ThreadId threadId, JobStatus status) {
      this(tenant, subject, threadId, status, null);
    }
  }

  /** The place of a job in the list. */
  public record After(long createdAt, JobId jobId) {}
}
