package io.awaken.http.api.request;

import io.awaken.core.run.InvalidId;
import io.awaken.core.store.thread.ThreadStore.Page;
import java.util.List;
import java.util.function.Function;

/**
 * The requested part of a list (features row 232).
 *
 * @param scope names the list and its filters; cursors are valid for no other
 * @param after the entry before the page; null for the beginning
 * @param offset entries to skip; 0 with a cursor
 * @param limit most entries of the page; default 50, 1 to 200
 * @param <A> identifies an entry
 */
public record ListPage<A>(List<String> scope, A after, int offset, int limit) {

  /**
   * @param scope may contain nulls
   * @param parts number of texts that identify an entry
   * @param entry reads them; may throw {@link InvalidId} or {@link NumberFormatException}
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  public static <A> ListPage<A> of(
      Paging asked, List<String> scope, int parts, Function<List<String>, A> entry) {
    int limit = QueryValues.limit(asked.limit);
    if (asked.cursor == null) {
      return new ListPage<>(scope, null, QueryValues.offset(asked.offset), limit);
    }
    try {
      A after = entry.apply(PageCursor.read(scope, asked.cursor, parts));
      return new ListPage<>(scope, after, 0, limit);
    } catch (InvalidId | NumberFormatException e) {
      throw PageCursor.foreign().exception();
    }
  }

  /** Entries to query: one more than the page has, to detect another page. */
  public int queried() {
    return limit + 1;
  }

  /**
   * Cuts off the entry beyond the page.
   *
   * @param position what identifies an entry
   */
  public <T> Shown<T> show(Page<T> found, Function<T, List<?>> position) {
    boolean more = found.cut() || found.items().size() > limit;
    List<T> items = found.items().subList(0, Math.min(limit, found.items().size()));
    return new Shown<>(
        items, more, more ? PageCursor.write(scope, position.apply(items.getLast())) : null);
  }

  /**
   * The entries of a page.
   *
   * @param more whether there is another page
   * @param next the cursor of the next page; null without one
   */
  public record Shown<T>(List<T> items, boolean more, String next) {

    public <V> List<V> as(Function<T, V> view) {
      return items.stream().map(view).toList();
    }
  }
}
