package io.awaken.store.memory;

import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.Role;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.StoredWindow;
import io.awaken.core.store.thread.ThreadStore.ClientMessage;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.store.thread.ThreadStore.Place;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.core.store.thread.WindowLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;

/** The newest messages of threads. Guarded by the tables' lock. */
final class Windows {

  private Windows() {}

  static Optional<Place> place(ThreadRow thread, String messageId, long after) {
    List<Message> all = thread.messages.now();
    CurrentMessages current = thread.current();
    Place found = null;
    for (int i = (int) Math.min(after, all.size()); i < all.size(); i++) {
      long sequence = i + 1L;
      if (all.get(i).id().equals(messageId) && current.has(sequence)) {
        if (found != null) {
          return Optional.empty();
        }
        found = new Place(sequence, sequence - current.upTo(sequence));
      }
    }
    return Optional.ofNullable(found);
  }

  static Optional<ClientMessage> ofClient(ThreadRow thread, String clientId) {
    List<Message> all = thread.messages.now();
    for (int sequence = all.size(); sequence > 0; sequence--) {
      String id = all.get(sequence - 1).id();
      if (ClientMessageIds.names(clientId, id) && thread.current().has(sequence)) {
        return Optional.of(new ClientMessage(id, sequence));
      }
    }
    return Optional.empty();
  }

  static StoredWindow of(ThreadRow thread, long after, WindowLimits limits) {
    long superseded = thread.current().tail().superseded();
    List<Message> all = thread.currentMessages();
    if (after == 0 && superseded == 0 && limits.allows(thread.messageBytes, all.size())) {
      return new StoredWindow(List.of(), all, thread.messageBytes, 0);
    }
    int first = (int) Math.min(thread.current().upTo(after), all.size());
    int from = all.size();
    long bytes = 0;
    while (from > first && all.size() - from < limits.messages()) {
      long next = MessageBytes.of(all.get(from - 1));
      if (bytes + next > limits.bytes()) {
        break;
      }
      bytes += next;
      from--;
    }
    var system = new ArrayList<Message>();
    long systemBytes = 0;
    for (int i = from - 1; i >= first; i--) {
      Message message = all.get(i);
      if (message.role() == Role.SYSTEM
          && systemBytes + MessageBytes.of(message) <= limits.systemBytes()) {
        systemBytes += MessageBytes.of(message);
        system.addFirst(message);
      }
    }
    return new StoredWindow(
        system,
        List.copyOf(all.subList(from, all.size())),
        bytes + systemBytes,
        from - first - system.size(),
        superseded);
  }

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
