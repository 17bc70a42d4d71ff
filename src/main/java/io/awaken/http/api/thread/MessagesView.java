package io.awaken.http.api.thread;

import io.awaken.core.message.Message;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.http.api.request.ListPage;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A page of messages.
 *
 * @param total messages of the thread that match the filters
 * @param hasMore whether there is another page
 * @param nextCursor of the next page
 * @param superseded ids of superseded messages of the page; null unless requested
 */
record MessagesView(
    @Required List<Message> messages,
    long total,
    boolean hasMore,
    String nextCursor,
    @Described("Ids of superseded messages of the page; only if requested.")
        List<String> superseded) {

  static MessagesView of(MessageParameters asked, ThreadId thread, ThreadStore threads) {
    ListPage<Long> page = asked.page(thread);
    var query =
        new MessageQuery(
            thread,
            asked.filter(),
            asked.newestFirst(),
            page.after(),
            page.offset(),
            page.queried());
    return of(page, threads.messages(query), asked.superseded());
  }

  static MessagesView of(
      ListPage<Long> page, ThreadStore.Page<StoredMessage> found, boolean superseded) {
    var shown = page.show(found, message -> List.of(message.sequence()));
    return new MessagesView(
        shown.as(StoredMessage::shown),
        found.total(),
        shown.more(),
        shown.next(),
        superseded ? superseded(shown.items()) : null);
  }

  private static List<String> superseded(List<StoredMessage> shown) {
    return shown.stream()
        .filter(StoredMessage::superseded)
        .map(each -> each.message().id())
        .toList();
  }
}
