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
 * @param total messages of the thread that the filters let through
 * @param hasMore whether there is another page
 * @param nextCursor leads to it
 * @param superseded ids of those messages that are superseded; null when they were not asked for
 */
record MessagesView(
    @Required List<Message> messages,
    long total,
    boolean hasMore,
    String nextCursor,
    @Described("Those of the messages that are superseded; only when they were asked for.")
        List<String> superseded) {

  /**
   * @param found one message more than the page holds, when there is one
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
