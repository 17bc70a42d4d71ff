package io.awaken.http.api.thread;

import io.awaken.core.commit.ThreadStore.Page;
import io.awaken.core.commit.ThreadStore.StoredMessage;
import io.awaken.core.message.Message;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A page of messages.
 *
 * @param total messages of the thread that the filters let through
 * @param hasMore whether there is another page
 * @param nextCursor leads to it
 */
record MessagesView(
    @Required List<Message> messages, long total, boolean hasMore, String nextCursor) {

  /**
   * @param found one message more than the page holds, when there is one
   */
  static MessagesView of(MessagePage page, Page<StoredMessage> found) {
    boolean more = found.cut() || found.items().size() > page.limit();
    var shown = found.items().subList(0, Math.min(page.limit(), found.items().size()));
    String next = more ? page.cursorBehind(shown.getLast().sequence()) : null;
    return new MessagesView(
        shown.stream().map(StoredMessage::message).toList(), found.total(), more, next);
  }
}
