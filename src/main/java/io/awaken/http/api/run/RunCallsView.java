package io.awaken.http.api.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.Paging;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/** A page of a run's calls, in the order of the model's requests. */
record RunCallsView(@Required List<Call> items, boolean hasMore, String nextCursor) {

  /**
   * A call as of its last commit.
   *
   * @param arguments from the model, or as changed by a plugin or decision
   */
  record Call(
      @Described("The step that requested it, counted from 1.") int step,
      @Required String callId,
      @Required String toolName,
      @Required JsonNode arguments,
      @Required ToolCallStatus status,
      @Described("How often its tool was started.") int attempt,
      @Described("How often a decision changed the arguments.") int revision) {

    static Call of(CallState call) {
      return new Call(
          call.step(),
          call.callId(),
          call.toolName(),
          call.arguments(),
          call.status(),
          call.attempt(),
          call.revision());
    }
  }

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   */
  static RunCallsView of(RunId run, List<CallState> calls, Paging paging) {
    ListPage<Integer> page =
        ListPage.of(
            paging,
            List.of("calls", run.value()),
            1,
            at -> Math.max(0, Integer.parseInt(at.getFirst())));
    int from = page.after() == null ? 0 : Math.min(calls.size(), page.after());
    int to = Math.min(calls.size(), from + page.limit());
    boolean more = to < calls.size();
    return new RunCallsView(
        calls.subList(from, to).stream().map(Call::of).toList(),
        more,
        more ? PageCursor.write(page.scope(), List.of(to)) : null);
  }
}
