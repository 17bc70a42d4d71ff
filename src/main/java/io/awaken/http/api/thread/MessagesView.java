package io.awaken.http.api.thread;

import io.awaken.core.message.Message;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
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

  /**
   * @param found one message more than the page has, if there is one
   */
  static MessagesView of(MessagePage page, Page<StoredMessage> found) {
    boolean more = found.cut() || found.items().size() > page.limit();
    var shown = found.items().subList(0, Math.min(page.limit(), found.items().size()));
    String next = more ? page.cursorBehind(shown.getLast().sequence()) : null;
    return new MessagesView(
        shown.stream().map(StoredMessage::shown).toList(),
        found.total(),
        more,
        next,
        page.filter().superseded() ? superseded(shown) : null);
  }

  private static List<String> superseded(List<StoredMessage> shown) {
    return shown.stream()
        .filter(StoredMessage::superseded)
        .map(each -> each.message().id())
        .toList();
  }
}
