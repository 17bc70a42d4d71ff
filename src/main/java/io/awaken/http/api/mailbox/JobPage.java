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
 * Which jobs are asked for, newest first.
 *
 * @param filter what they must be
 * @param after the page begins behind this job; null for the beginning
 * @param offset jobs that are passed over; 0 behind a cursor
 * @param limit jobs at the most; default 50, 1 to 200
 */
record JobPage(Filter filter, After after, int offset, int limit) {

  private static final String[] STATUSES =
      Arrays.stream(JobStatus.values()).map(JobStatus::wire).toArray(String[]::new);

  /**
   * @param threadId null for all of the tenant
   * @param status as it came, or null for any
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static JobPage of(Caller caller, ThreadId threadId, String status, Paging paging) {
    String subject = caller.anonymous() ? caller.subject() : null;
    var filter = new Filter(caller.tenant(), subject, threadId, status(status));
    int limit = PageLimits.limit(paging.limit());
    return paging.cursor() == null
        ? new JobPage(filter, null, PageLimits.offset(paging.offset()), limit)
        : new JobPage(filter, behind(filter, paging.cursor()), 0, limit);
  }

  /** What to ask for: one job more than the page holds, to see whether there is another page. */
  JobQuery toQuery() {
    return new JobQuery(filter, after, offset, limit + 1);
  }

  /** Where the next page begins; opaque, valid for this list only. */
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
