package io.awaken.http.api.thread;

import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.function.Function;

/**
 * A page of threads.
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
   * @param found one thread more than the page has, if there is one
   * @param shown maps a thread to its view
   */
  static <T> ThreadsView<T> of(
      ThreadPage page, Page<ThreadSummary> found, Function<ThreadSummary, T> shown) {
    boolean more = found.items().size() > page.limit();
    var threads = more ? found.items().subList(0, page.limit()) : found.items();
    return new ThreadsView<>(
        threads.stream().map(shown).toList(),
        page.offset(),
        page.limit(),
        found.total(),
        more,
        more ? page.cursorBehind(threads.getLast()) : null);
  }
}
