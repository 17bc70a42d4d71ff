package io.awaken.http.api.mailbox;

import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobQuery.After;
import io.awaken.core.store.job.JobQuery.Filter;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.PageLimits;
import io.awaken.http.api.request.Paging;
import java.util.Arrays;
import java.util.List;

/**
 * The requested jobs of threads that the caller may read, newest first.
 *
 * @param filter selects jobs
 * @param after the page starts after this job; null for the beginning
 * @param offset jobs to skip; 0 with a cursor
 * @param limit most jobs of the page; default 50, 1 to 200
 */
record JobPage(Filter filter, After after, int offset, int limit) {

  private static final String[] STATUSES =
      Arrays.stream(JobStatus.values()).map(JobStatus::wire).toArray(String[]::new);

  /**
   * @param threadId null for all threads of the tenant
   * @param status as sent, or null for any
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static JobPage of(Caller caller, ThreadId threadId, String status, Paging paging) {
    String subject = caller.anonymous() ? caller.subject() : null;
    var filter = new Filter(caller.tenant(), subject, threadId, status(status), caller);
    int limit = PageLimits.limit(paging.limit());
    return paging.cursor() == null
        ? new JobPage(filter, null, PageLimits.offset(paging.offset()), limit)
        : new JobPage(filter, behind(filter, paging.cursor()), 0, limit);
  }

  /** Queries one job more than the page has, to detect another page. */
  JobQuery toQuery() {
    return new JobQuery(filter, after, offset, limit + 1);
  }

  /** Returns the opaque cursor of the next page, valid for this list only. */
  String cursorBehind(JobRecord last) {
    return PageCursor.write(scope(filter), String.valueOf(last.createdAt()), last.jobId().value());
  }

  private static JobStatus status(String wire) {
    if (wire == null) {
      return null;
    }
    PageLimits.oneOf("status", wire, STATUSES);
    return Arrays.stream(JobStatus.values())
        .filter(status -> status.wire().equals(wire))
        .findFirst()
        .orElseThrow();
  }

  private static After behind(Filter filter, String cursor) {
    List<String> at = PageCursor.read(scope(filter), cursor, 2);
    try {
      return new After(Long.parseLong(at.get(0)), new JobId(at.get(1)));
    } catch (InvalidId | NumberFormatException e) {
      throw PageCursor.foreign().exception();
    }
  }

  private static List<String> scope(Filter filter) {
    return Arrays.asList(
        "jobs",
        filter.tenant(),
        filter.subject(),
        filter.threadId() == null ? null : filter.threadId().value(),
        String.valueOf(filter.status()));
  }
}
