package io.awaken.http.api.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.api.request.Paging;
import io.awaken.http.api.request.QueryValues;
import io.awaken.http.openapi.Described;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import jakarta.ws.rs.QueryParam;
import java.util.Arrays;
import java.util.List;

/** The query parameters of a list of suspensions, as sent; null for none. */
public class SuspensionParameters {

  /** The longest action that is stored. */
  static final int MAX_ACTION = 128;

  private static final List<String> STATUSES =
      Arrays.stream(SuspensionStatus.values()).map(SuspensionStatus::wire).toList();

  @Described(
      value = "Default: `open`.",
      values = {"open", "decided", "consumed", "cancelled", "all"},
      fallback = "open")
  @QueryParam("status")
  String status;

  @QueryParam("thread_id")
  String threadId;

  @QueryParam("agent_id")
  String agentId;

  @Described(value = "The action, as named by the tool.", max = MAX_ACTION)
  @QueryParam("action")
  String action;

  @QueryParam("limit")
  String limit;

  @QueryParam("cursor")
  String cursor;

  /** The first page of all open suspensions. */
  public SuspensionParameters() {}

  SuspensionParameters(
      String status, String threadId, String agentId, String action, String limit, String cursor) {
    this.status = status;
    this.threadId = threadId;
    this.agentId = agentId;
    this.action = action;
    this.limit = limit;
    this.cursor = cursor;
  }

  Paging paging() {
    return new Paging(null, limit, cursor);
  }

  /**
   * The suspensions that the caller sees.
   *
   * @param after the end of the page before; null for the beginning
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  InboxQuery query(Caller caller, InboxQuery.After after) {
    ThreadId thread = threadId == null ? null : new ThreadId(caller.tenant(), threadId);
    return new InboxQuery(
        caller.tenant(),
        caller.anonymous() ? caller.subject() : null,
        statuses(),
        thread,
        QueryValues.id("agent_id", agentId),
        checkedAction(),
        after,
        caller);
  }

  private String checkedAction() {
    if (action != null && action.length() > MAX_ACTION) {
      throw Refusal.invalid(
              "action", "action must have at most %d characters".formatted(MAX_ACTION))
          .exception();
    }
    return action == null ? null : Bodies.storable("action", action);
  }

  private List<String> statuses() {
    if (status == null) {
      return List.of(SuspensionStatus.OPEN.wire());
    }
    if (status.equals("all")) {
      return STATUSES;
    }
    if (!STATUSES.contains(status)) {
      throw Refusal.invalid("status", "status must be all or one of " + String.join(", ", STATUSES))
          .exception();
    }
    return List.of(status);
  }
}
