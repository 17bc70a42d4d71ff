package io.awaken.store.memory;

import io.awaken.core.message.Message;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;

/** Pages of a thread's messages. Guarded by the tables' lock. */
final class MessagePages {

  private MessagePages() {}

  /**
   * @param thread null for none
   */
  static Page<StoredMessage> of(ThreadRow thread, MessageQuery query) {
    if (thread == null) {
      return new Page<>(List.of(), 0);
    }
    List<StoredMessage> all =
        LongStream.rangeClosed(1, thread.messages.size())
            .filter(sequence -> passes(thread, sequence, query.filter()))
            .mapToObj(sequence -> message(thread, sequence))
            .toList();
    var page =
        (query.newestFirst() ? all.reversed() : all)
            .stream()
                .filter(each -> each.sequence() >= query.first() && each.sequence() <= query.last())
                .skip(query.skip())
                .limit(query.limit())
                .toList();
    return Lists.cut(
        page, each -> Lists.bytes(each.message()), query.bytes(), all.size(), Function.identity());
  }

  private static StoredMessage message(ThreadRow thread, long sequence) {
    Message message = thread.messages.now().get((int) sequence - 1);
    return new StoredMessage(
        sequence, thread.runOf(sequence), message, !thread.current().has(sequence));
  }

  private static boolean passes(ThreadRow thread, long sequence, MessageQuery.Filter filter) {
    return sequence > filter.after()
        && sequence < filter.before()
        && (filter.superseded() || thread.current().has(sequence))
        && filter.shown().shows(message(thread, sequence).message().internal())
        && (filter.runId() == null || filter.runId().equals(thread.runOf(sequence)));
  }
}
