package io.awaken.core.store.job;

import io.awaken.core.run.JobId;
import io.awaken.core.run.ThreadId;

/**
 * Which jobs, and which page of them; the newest come first.
 *
 * @param filter what they must be
 * @param after the page begins behind this job, or null for the beginning
 * @param skip jobs that are passed over first, 0 or more
 * @param limit jobs at the most
 * @param bytes of the jobs and their runs as they are stored, at the most, if there is more than
 *     one job
 */
public record JobQuery(Filter filter, After after, int skip, int limit, long bytes) {

  /** Bytes of a page unless told: 1 MiB. */
  public static final long PAGE_BYTES = 1 << 20;

  /** A page with as many bytes as usual. */
  public JobQuery(Filter filter, After after, int skip, int limit) {
    this(filter, after, skip, limit, PAGE_BYTES);
  }

  /**
   * What jobs must be; the total of a page counts all of these.
   *
   * @param tenant the tenant whose runs they carry
   * @param subject on whose behalf these work, or null for anybody
   * @param threadId their thread, or null
   * @param status where they are in their life, or null
   */
  public record Filter(String tenant, String subject, ThreadId threadId, JobStatus status) {}

  /** The place of a job in the list. */
  public record After(long createdAt, JobId jobId) {}
}
