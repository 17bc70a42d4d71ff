package io.awaken.protocol.aisdk.routes;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.protocol.aisdk.UiIds;
import io.awaken.protocol.aisdk.request.ChatRequest.UserMessage;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds messages of a client among the stored ones, newest first. A plain new message costs no
 * query. Thread-safe.
 */
@Dependent
public class StoredMessages {

  /** Messages per query. */
  private static final int PAGE = 200;

  /** Queries per request; older messages are not found. */
  private static final int PAGES = 50;

  private static final Filter SHOWN = new Filter(Shown.EXTERNAL, null, 0, Long.MAX_VALUE);

  private final ThreadStore threads;

  @Inject
  public StoredMessages(ThreadStore threads) {
    this.threads = threads;
  }

  /** A stored message, and the id of the next one, which is null for the last. */
  record Found(String id, String next) {}

  /** The stored message for a client's message id. */
  Optional<Found> find(ThreadId thread, Caller caller, String client) {
    if (client == null || !visible(thread, caller)) {
      return Optional.empty();
    }
    // A hashed id is recognized by its stored form.
    String shown = UiIds.shown(UiIds.stored(client));
    return scan(thread, id -> UiIds.shown(id).equals(client) || UiIds.shown(id).equals(shown));
  }

  /**
   * Removes messages that the server already has: a client repeats messages whose answer it never
   * got. The last one stays, because the request is about it.
   */
  List<UserMessage> without(ThreadId thread, Caller caller, List<UserMessage> messages) {
    if (messages.size() == 1 || !visible(thread, caller)) {
      return messages;
    }
    UserMessage last = messages.getLast();
    return messages.stream()
        .filter(each -> each == last || find(thread, caller, each.id()).isEmpty())
        .toList();
  }

  private boolean visible(ThreadId thread, Caller caller) {
    return thread != null
        && threads
            .find(thread)
            .filter(found -> found.access().allows(caller, ThreadAction.READ))
            .isPresent();
  }

  private Optional<Found> scan(ThreadId thread, Predicate<String> filter) {
    Long below = null;
    String next = null;
    for (int i = 0; i < PAGES; i++) {
      var page = threads.messages(new MessageQuery(thread, SHOWN, true, below, 0, PAGE)).items();
      for (StoredMessage each : page) {
        if (filter.test(each.message().id())) {
          return Optional.of(new Found(each.message().id(), next));
        }
        next = each.message().id();
        below = each.sequence();
      }
      if (page.isEmpty()) {
        break;
      }
    }
    return Optional.empty();
  }
}
