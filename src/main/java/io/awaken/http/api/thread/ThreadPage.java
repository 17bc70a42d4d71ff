package io.awaken.http.api.thread;

import io.awaken.core.run.Caller;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadQuery.After;
import io.awaken.core.store.thread.ThreadQuery.Filter;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.PageLimits;
import io.awaken.http.security.Refusal;
import java.util.Arrays;
import java.util.List;

/**
 * The requested threads that the caller may read, newest first.
 *
 * @param filter selects threads
 * @param after the page starts after this thread; null for the beginning
 * @param offset threads to skip; 0 with a cursor
 * @param limit most threads of the page; default 50, 1 to 200
 */
record ThreadPage(Filter filter, After after, int offset, int limit) {

  /** The query parameters as sent; null for missing ones. */
  record Query(
      String resourceId,
      String parentThreadId,
      String root,
      String offset,
      String limit,
      String cursor) {}

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static ThreadPage of(Caller caller, Query query) {
    boolean root = PageLimits.flag("root", query.root());
    if (root && query.parentThreadId() != null) {
      throw Refusal.invalid("root", "root=true and parent_thread_id exclude each other")
          .exception();
    }
    var filter =
        new Filter(
            caller.tenant(),
            caller.anonymous() ? caller.subject() : null,
            CreateThread.resource(query.resourceId()),
            CreateThread.parent(query.parentThreadId(), caller),
            root,
            caller);
    int limit = PageLimits.limit(query.limit());
    return query.cursor() == null
        ? new ThreadPage(filter, null, PageLimits.offset(query.offset()), limit)
        : new ThreadPage(filter, behind(filter, query.cursor()), 0, limit);
  }

  /** Queries one thread more than the page has, to detect another page. */
  ThreadQuery toQuery() {
    return new ThreadQuery(filter, after, offset, limit + 1);
  }

  /** Returns the opaque cursor of the next page, valid for this tenant and these filters only. */
  String cursorBehind(ThreadSummary last) {
    return PageCursor.write(scope(filter), String.valueOf(last.createdAt()), last.id().value());
  }

  private static After behind(Filter filter, String cursor) {
    List<String> at = PageCursor.read(scope(filter), cursor, 2);
    try {
      return new After(Long.parseLong(at.get(0)), new ThreadId(filter.tenant(), at.get(1)));
    } catch (InvalidId | NumberFormatException e) {
      throw PageCursor.foreign().exception();
    }
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
