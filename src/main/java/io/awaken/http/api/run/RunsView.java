package io.awaken.http.api.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunQuery.After;
import io.awaken.core.store.run.RunQuery.Filter;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.openapi.Required;
import java.util.Arrays;
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
   * @param suspensions queried at most once, and only if runs of the page wait; likewise the states
   *     of the runs that they wait for
   */
  static RunsView of(
      RunParameters asked, Caller caller, RunStore runs, SuspensionStore suspensions) {
    Filter filter = asked.filter(caller);
    var page =
        ListPage.of(
            asked,
            scope(filter),
            2,
            at -> new After(Long.parseLong(at.get(0)), new RunId(at.get(1))));
    var found = runs.list(new RunQuery(filter, page.after(), page.offset(), page.queried()));
    var shown = page.show(found, run -> List.of(run.createdAt(), run.runId().value()));
    List<RunId> waiting =
        shown.items().stream()
            .filter(run -> run.status() == RunStatus.WAITING)
            .map(RunRecord::runId)
            .toList();
    Map<RunId, List<SuspensionRecord>> open =
        waiting.isEmpty() ? Map.of() : suspensions.openOf(waiting);
    List<RunId> delegates =
        open.values().stream()
            .flatMap(List::stream)
            .filter(each -> !each.ofPeople())
            .map(RunView.Delegate::runOf)
            .toList();
    Map<RunId, RunStatus> states = delegates.isEmpty() ? Map.of() : runs.states(delegates);
    return new RunsView(
        shown.as(
            run -> RunView.listed(run, open.getOrDefault(run.runId(), List.of()), ids -> states)),
        found.total(),
        shown.more(),
        shown.next());
  }

  private static List<String> scope(Filter filter) {
    return Arrays.asList(
        "runs",
        filter.tenant(),
        filter.subject(),
        String.valueOf(filter.status()),
        filter.agentId(),
        filter.threadId() == null ? null : filter.threadId().value(),
        filter.parentRunId() == null ? null : filter.parentRunId().value());
  }
}
