package io.awaken.http.api.mailbox;

import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.http.openapi.Required;
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
   * @param found one job more than the page has, if there is one
   * @param operator whether the caller is an operator
   */
  static JobsView of(JobPage page, Page<JobRecord> found, boolean operator) {
    boolean more = found.cut() || found.items().size() > page.limit();
    var jobs = found.items().subList(0, Math.min(page.limit(), found.items().size()));
    return new JobsView(
        jobs.stream().map(job -> JobView.of(job, operator)).toList(),
        found.total(),
        more,
        more ? page.cursorBehind(jobs.getLast()) : null);
  }
}
