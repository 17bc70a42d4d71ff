package io.awaken.http.api;

import io.awaken.core.commit.ThreadStore.Page;
import io.awaken.core.run.RunRecord;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A page of runs, newest first (features section 3.2).
 *
 * @param total runs that the filters let through
 * @param hasMore whether there is another page
 * @param nextCursor leads to it
 */
record RunsView(@Required List<RunView> items, long total, boolean hasMore, String nextCursor) {

  /**
   * @param found one run more than the page holds, when there is one
   */
  static RunsView of(RunPage page, Page<RunRecord> found) {
    boolean more = found.items().size() > page.limit();
    var runs = more ? found.items().subList(0, page.limit()) : found.items();
    return new RunsView(
        runs.stream().map(RunView::listed).toList(),
        found.total(),
        more,
        more ? page.cursorBehind(runs.getLast()) : null);
  }
}
