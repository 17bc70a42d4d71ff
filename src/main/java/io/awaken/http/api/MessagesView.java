package io.awaken.http.api;

import io.awaken.core.commit.ThreadStore.StoredMessage;
import io.awaken.core.message.Message;
import java.util.List;

/**
 * A page of messages.
 *
 * @param total messages of the thread, those for the model only among them
 */
record MessagesView(List<Message> messages, long total, boolean hasMore, String nextCursor) {

  /**
   * @param found one message more than the page holds, when there is one
   */
  static MessagesView of(MessagePage page, List<StoredMessage> found, long total) {
    boolean more = found.size() > page.limit();
    var shown = more ? found.subList(0, page.limit()) : found;
    String next = more ? page.cursorBehind(shown.getLast().sequence()) : null;
    return new MessagesView(shown.stream().map(StoredMessage::message).toList(), total, more, next);
  }
}
