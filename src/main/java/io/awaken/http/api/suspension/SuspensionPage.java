package io.awaken.http.api.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.api.request.PageLimits;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The requested questions that the caller sees.
 *
 * @param query selects questions
 * @param limit most questions of the page; default 50, 1 to 200
 */
record SuspensionPage(InboxQuery query, int limit) {

  /** The longest action that is stored. */
  static final int MAX_ACTION = 128;

  private static final List<String> STATUSES =
      Arrays.stream(SuspensionStatus.values()).map(SuspensionStatus::wire).toList();

  /** The query parameters as sent; null for missing ones. */
  record Query(
      String status, String threadId, String agentId, String action, String limit, String cursor) {}

  /**
   * @throws io.awaken.http.security.RefusedException 400 naming the parameter
   * @throws InvalidId for an invalid id
   */
  static SuspensionPage of(Caller caller, Query query) {
    ThreadId thread =
        query.threadId() == null ? null : new ThreadId(caller.tenant(), query.threadId());
    var all =
        new InboxQuery(
            caller.tenant(),
            caller.anonymous() ? caller.subject() : null,
            statuses(query.status()),
            thread,
            agent(query.agentId()),
            action(query.action()),
            null,
            caller);
    int limit = PageLimits.limit(query.limit());
    return query.cursor() == null
        ? new SuspensionPage(all, limit)
        : new SuspensionPage(behind(all, query.cursor()), limit);
  }

  /** Returns the opaque cursor of the next page, valid for this tenant and filters only. */
  String cursorBehind(SuspensionRecord last) {
    SuspensionKey key = last.key();
    return PageCursor.write(
        scope(query),
        String.valueOf(last.createdAt()),
        key.threadId().value(),
        key.runId().value(),
        key.callId(),
        String.valueOf(key.ordinal()));
  }

  private static InboxQuery behind(InboxQuery all, String cursor) {
    List<String> at = PageCursor.read(scope(all), cursor, 5);
    if (at.get(3).indexOf('\0') >= 0) {
      throw PageCursor.foreign().exception();
    }
    try {
      var key =
          new SuspensionKey(
              new ThreadId(all.tenant(), at.get(1)),
              new RunId(at.get(2)),
              at.get(3),
              Integer.parseInt(at.get(4)));
      return new InboxQuery(
          all.tenant(),
          all.requester(),
          all.statuses(),
          all.threadId(),
          all.agentId(),
          all.action(),
          new InboxQuery.After(Long.parseLong(at.get(0)), key),
          all.reader());
    } catch (InvalidId | NumberFormatException e) {
      throw PageCursor.foreign().exception();
    }
  }

  private static List<String> scope(InboxQuery all) {
    return Stream.concat(
            Stream.of(
                "suspensions",
                all.tenant(),
                all.requester(),
                all.threadId() == null ? null : all.threadId().value(),
                all.agentId(),
                all.action()),
            all.statuses().stream())
        .toList();
  }

  private static String agent(String id) {
    if (id != null) {
      Ids.check("agent_id", id);
    }
    return id;
  }

  private static String action(String action) {
    if (action != null && action.length() > MAX_ACTION) {
      throw Refusal.invalid(
              "action", "action must have at most %d characters".formatted(MAX_ACTION))
          .exception();
    }
    return action == null ? null : Bodies.storable("action", action);
  }

  private static List<String> statuses(String status) {
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
