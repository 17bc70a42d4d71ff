package io.awaken.core.store.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import java.util.Set;

/**
 * A filter and a page of runs; newest first, or last changed first.
 *
 * @param filter which runs match
 * @param after the page starts after this run; null for the beginning
 * @param skip number of runs to skip first, 0 or more
 * @param limit maximum number of runs
 * @param bytes maximum stored bytes of the runs and the open suspensions of waiting ones, unless
 *     the page has only one run
 * @param changes orders the list by the last change of the runs; null for the order of creation
 */
public record RunQuery(
    Filter filter, After after, int skip, int limit, long bytes, Changes changes) {

  /** Default maximum bytes of a page: 1 MiB. */
  public static final long PAGE_BYTES = 1 << 20;

  /** A page in the order of creation. */
  public RunQuery(Filter filter, After after, int skip, int limit, long bytes) {
    this(filter, after, skip, limit, bytes, null);
  }

  /** A page of the runs that changed last, with the default maximum bytes. */
  public static RunQuery byChange(Filter filter, After after, int limit, Changes changes) {
    return new RunQuery(filter, after, 0, limit, PAGE_BYTES, changes);
  }

  /**
   * Which runs match, beside the filter.
   *
   * @param endings how they ended, as {@link io.awaken.core.run.TerminationReason#kind}; empty for
   *     any
   * @param since they changed at this time or later, epoch milliseconds; null for any
   */
  public record Changes(Set<String> endings, Long since) {
    public Changes {
      endings = Set.copyOf(endings);
    }
  }

  /** A page with the default maximum bytes. */
  public RunQuery(Filter filter, After after, int skip, int limit) {
    this(filter, after, skip, limit, PAGE_BYTES);
  }

  /**
   * Which runs match; the total of a page counts all of them.
   *
   * @param tenant their tenant
   * @param subject the subject they act for, or null for any
   * @param status their status, or null for any
   * @param agentId their agent, or null for any
   * @param threadId their thread, or null for any
   * @param parentRunId the run that delegated them, or null for any
   * @param reader only runs of threads that this caller may read; null for all
   */
  public record Filter(
      String tenant,
      String subject,
      RunStatus status,
      String agentId,
      ThreadId threadId,
      RunId parentRunId,
      Caller reader) {

    /** Those that a caller may list: an anonymous one only runs of anonymous callers. */
    public static Filter of(
        Caller caller, RunStatus status, String agentId, ThreadId threadId, RunId parentRunId) {
      String subject = caller.anonymous() ? caller.subject() : null;
      return new Filter(caller.tenant(), subject, status, agentId, threadId, parentRunId, caller);
    }

    /** Runs of all threads, whoever may read them. */
    public Filter(
        String tenant,
        String subject,
        RunStatus status,
        String agentId,
        ThreadId threadId,
        RunId parentRunId) {
      this(tenant, subject, status, agentId, threadId, parentRunId, null);
    }
  }

  /**
   * The place of a run in the list.
   *
   * @param time by which the list is ordered, epoch milliseconds: when it was created or last
   *     changed
   */
  public record After(long time, RunId runId) {}
}
