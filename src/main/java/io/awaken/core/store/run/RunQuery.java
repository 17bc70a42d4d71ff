package io.awaken.core.store.run;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;

/**
 * Which runs, and which page of them; the newest come first.
 *
 * @param filter what they must be
 * @param after the page begins behind this run, or null for the beginning
 * @param skip runs that are passed over first, 0 or more
 * @param limit runs at the most
 * @param bytes of the runs as they are stored, with the open questions of those that wait, at the
 *     most, if there is more than one run
 */
public record RunQuery(Filter filter, After after, int skip, int limit, long bytes) {

  /** Bytes of a page unless told: 1 MiB. */
  public static final long PAGE_BYTES = 1 << 20;

  /** A page with as many bytes as usual. */
  public RunQuery(Filter filter, After after, int skip, int limit) {
    this(filter, after, skip, limit, PAGE_BYTES);
  }

  /**
   * What runs must be; the total of a page counts all of these.
   *
   * @param tenant the tenant that owns them
   * @param subject on whose behalf, or null for anybody
   * @param status where they are, or null
   * @param agentId the agent that was asked, or null
   * @param threadId their thread, or null
   * @param parentRunId the run that delegated, or null
   */
  public record Filter(
      String tenant,
      String subject,
      RunStatus status,
      String agentId,
      ThreadId threadId,
      RunId parentRunId) {}

  /** The place of a run in the list. */
  public record After(long createdAt, RunId runId) {}
}
