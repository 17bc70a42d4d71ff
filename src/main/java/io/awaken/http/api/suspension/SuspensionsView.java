package io.awaken.http.api.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.api.request.PageCursor;
import io.awaken.http.openapi.Required;
import java.util.List;
import java.util.stream.Stream;

/** A page of suspensions, oldest first. */
record SuspensionsView(@Required List<SuspensionView> items, boolean hasMore, String nextCursor) {

  static SuspensionsView of(
      SuspensionParameters asked, Caller caller, SuspensionStore suspensions) {
    InboxQuery all = asked.query(caller, null);
    var page = ListPage.of(asked.paging(), scope(all), 5, at -> after(caller, at));
    var found = suspensions.inbox(asked.query(caller, page.after()), page.queried());
    var shown = page.show(new Page<>(found, found.size()), SuspensionsView::position);
    return new SuspensionsView(shown.as(SuspensionView::of), shown.more(), shown.next());
  }

  private static List<?> position(SuspensionRecord last) {
    SuspensionKey key = last.key();
    return List.of(
        last.createdAt(), key.threadId().value(), key.runId().value(), key.callId(), key.ordinal());
  }

  private static InboxQuery.After after(Caller caller, List<String> at) {
    String call = at.get(3);
    if (call.indexOf('\0') >= 0) {
      throw PageCursor.foreign().exception();
    }
    var key =
        new SuspensionKey(
            new ThreadId(caller.tenant(), at.get(1)),
            new RunId(at.get(2)),
            call,
            Integer.parseInt(at.get(4)));
    return new InboxQuery.After(Long.parseLong(at.get(0)), key);
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
}
