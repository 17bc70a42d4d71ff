package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadQuery.After;
import io.awaken.core.store.thread.ThreadQuery.Filter;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.openapi.Required;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * A page of threads, newest first.
 *
 * @param items ids or summaries
 * @param offset skipped threads; 0 with a cursor
 * @param limit most threads of the page
 * @param total threads that match the filters
 * @param hasMore whether there is another page
 * @param nextCursor of the next page
 */
record ThreadsView<T>(
    @Required List<T> items,
    int offset,
    int limit,
    long total,
    boolean hasMore,
    String nextCursor) {

  /** A thread in a list; times are milliseconds. */
  record Summary(
      @Required ThreadId id,
      String resourceId,
      ThreadId parentThreadId,
      String title,
      long updatedAt,
      String agentId) {

    static Summary of(ThreadSummary thread) {
      return new Summary(
          thread.id(),
          thread.resourceId(),
          thread.parentThreadId(),
          thread.title(),
          thread.updatedAt(),
          thread.agentId());
    }
  }

  /**
   * @param view of a thread
   */
  static <T> ThreadsView<T> of(
      ThreadParameters asked, Caller caller, ThreadStore threads, Function<ThreadSummary, T> view) {
    Filter filter = asked.filter(caller);
    var page =
        ListPage.of(
            asked,
            scope(filter),
            2,
            at -> new After(Long.parseLong(at.get(0)), new ThreadId(filter.tenant(), at.get(1))));
    var found = threads.list(new ThreadQuery(filter, page.after(), page.offset(), page.queried()));
    var shown = page.show(found, thread -> List.of(thread.createdAt(), thread.id().value()));
    return new ThreadsView<>(
        shown.as(view), page.offset(), page.limit(), found.total(), shown.more(), shown.next());
  }

  private static List<String> scope(Filter filter) {
    var parent = filter.parentThreadId();
    return Arrays.asList(
        "threads",
        filter.tenant(),
        filter.owner(),
        filter.resourceId(),
        parent == null ? null : parent.value(),
        String.valueOf(filter.root()));
  }
}
