package io.awaken.http.api.run;

import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.Map;

/**
 * A page of runs, newest first.
 *
 * @param total runs that match the filters
 * @param hasMore whether there is another page
 * @param nextCursor of the next page
 */
record RunsView(@Required List<RunView> items, long total, boolean hasMore, String nextCursor) {

  /**
   * @param found one run more than the page has, if there is one
   * @param suspensions queried at most once, and only if runs of the page wait
   */
  static RunsView of(RunPage page, Page<RunRecord> found, SuspensionStore suspensions) {
    boolean more = found.cut() || found.items().size() > page.limit();
    var runs = found.items().subList(0, Math.min(page.limit(), found.items().size()));
    List<RunId> waiting =
        runs.stream()
            .filter(run -> run.status() == RunStatus.WAITING)
            .map(RunRecord::runId)
            .toList();
    Map<RunId, List<SuspensionRecord>> questions =
        waiting.isEmpty() ? Map.of() : suspensions.openOf(waiting);
    return new RunsView(
        runs.stream()
            .map(run -> RunView.of(run, () -> questions.getOrDefault(run.runId(), List.of())))
            .toList(),
        found.total(),
        more,
        more ? page.cursorBehind(runs.getLast()) : null);
  }
}
