package io.awaken.http.api.mailbox;

import io.awaken.core.run.Caller;
import io.awaken.core.run.JobId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobList;
import io.awaken.core.store.job.JobQuery;
import io.awaken.core.store.job.JobQuery.After;
import io.awaken.core.store.job.JobQuery.Filter;
import io.awaken.core.store.job.JobStatus;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Required;
import java.util.Arrays;
import java.util.List;

/**
 * A page of jobs, newest first.
 *
 * @param total jobs that match the filters
 * @param hasMore whether there is another page
 * @param nextCursor of the next page
 */
record JobsView(@Required List<JobView> items, long total, boolean hasMore, String nextCursor) {

  /**
   * The jobs of threads that the caller may read.
   *
   * @param threadId null for all threads of the tenant
   * @param status as sent, or null for any
   * @param operator whether the caller is an operator
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static JobsView of(
      JobList jobs,
      Caller caller,
      ThreadId threadId,
      String status,
      Paging paging,
      boolean operator) {
    var filter =
        new Filter(
            caller.tenant(),
            caller.anonymous() ? caller.subject() : null,
            threadId,
            QueryValues.oneOf("status", status, JobStatus.values(), JobStatus::wire),
            caller);
    var page =
        ListPage.of(
            paging,
            scope(filter),
            2,
            at -> new After(Long.parseLong(at.get(0)), new JobId(at.get(1))));
    var found = jobs.jobs(new JobQuery(filter, page.after(), page.offset(), page.queried()));
    var shown = page.show(found, job -> List.of(job.createdAt(), job.jobId().value()));
    return new JobsView(
        shown.as(job -> JobView.of(job, operator)), found.total(), shown.more(), shown.next());
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
