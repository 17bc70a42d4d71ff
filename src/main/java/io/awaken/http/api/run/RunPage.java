package io.awaken.http.api.run;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunQuery.After;
import io.awaken.core.store.run.RunQuery.Filter;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.PageLimits;
import java.util.Arrays;
import java.util.List;

/**
 * The requested runs of threads that the caller may read, newest first.
 *
 * @param filter selects runs
 * @param after the page starts after this run; null for the beginning
 * @param offset runs to skip; 0 with a cursor
 * @param limit most runs of the page; default 50, 1 to 200
 */
record RunPage(Filter filter, After after, int offset, int limit) {

  private static final String[] STATUSES =
      Arrays.stream(RunStatus.values()).map(RunStatus::wire).toArray(String[]::new);

  /** The query parameters as sent; null for missing ones. */
  record Query(Chosen chosen, String offset, String limit, String cursor) {}

  /** The filter parameters. */
  record Chosen(String status, String agentId, String threadId, String parentRunId) {}

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   * @throws InvalidId for an invalid id
   */
  static RunPage of(Caller caller, Query query) {
    Filter filter = filter(caller, query.chosen());
    int limit = PageLimits.limit(query.limit());
    return query.cursor() == null
        ? new RunPage(filter, null, PageLimits.offset(query.offset()), limit)
        : new RunPage(filter, behind(filter, query.cursor()), 0, limit);
  }

  /** Queries one run more than the page has, to detect another page. */
  RunQuery toQuery() {
    return new RunQuery(filter, after, offset, limit + 1);
  }

  /** Returns the opaque cursor of the next page, valid for this tenant and these filters only. */
  String cursorBehind(RunRecord last) {
    return PageCursor.write(scope(filter), String.valueOf(last.createdAt()), last.runId().value());
  }

  private static Filter filter(Caller caller, Chosen chosen) {
    return new Filter(
        caller.tenant(),
        caller.anonymous() ? caller.subject() : null,
        status(chosen.status()),
        agent(chosen.agentId()),
        chosen.threadId() == null ? null : new ThreadId(caller.tenant(), chosen.threadId()),
        parent(chosen.parentRunId()),
        caller);
  }

  private static RunStatus status(String wire) {
    if (wire == null) {
      return null;
    }
    PageLimits.oneOf("status", wire, STATUSES);
    return Arrays.stream(RunStatus.values())
        .filter(status -> status.wire().equals(wire))
        .findFirst()
        .orElseThrow();
  }

  private static String agent(String id) {
    if (id != null) {
      Ids.check("agent_id", id);
    }
    return id;
  }

  private static RunId parent(String id) {
    if (id == null) {
      return null;
    }
    Ids.check("parent_run_id", id);
    return new RunId(id);
  }

  private static After behind(Filter filter, String cursor) {
    List<String> at = PageCursor.read(scope(filter), cursor, 2);
    try {
      return new After(Long.parseLong(at.get(0)), new RunId(at.get(1)));
    } catch (InvalidId | NumberFormatException e) {
      throw PageCursor.foreign().exception();
    }
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
