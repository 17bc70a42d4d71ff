package io.awaken.http.submit;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadAction;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Finds messages of a client among the stored ones. Thread-safe. */
@Dependent
public class StoredMessages {

  private final ThreadStore threads;

  @Inject
  public StoredMessages(ThreadStore threads) {
    this.threads = threads;
  }

  /**
   * A stored message.
   *
   * @param next the id of the message after it, even if only the model sees that; null for the last
   */
  public record Found(Message message, String next) {

    /** The stored id, which names the edition. */
    public String id() {
      return message.id();
    }
  }

  /**
   * The current message that a client knows under an id; empty if there is none, or the caller may
   * not see the thread.
   *
   * @param thread null for a new one
   * @param client null for a message without an id
   */
  public Optional<Found> find(ThreadId thread, Caller caller, String client) {
    if (thread == null || client == null || !visible(thread, caller)) {
      return Optional.empty();
    }
    return threads.ofClient(thread, client).flatMap(named -> read(thread, named.sequence()));
  }

  private boolean visible(ThreadId thread, Caller caller) {
    return threads
        .find(thread)
        .filter(found -> found.access().allows(caller, ThreadAction.READ))
        .isPresent();
  }

  private Optional<Found> read(ThreadId thread, long sequence) {
    // No limit in bytes: without the second message the first would seem to be the last one.
    var query = new MessageQuery(thread, Filter.ALL, false, sequence - 1, 0, 2, Long.MAX_VALUE);
    List<StoredMessage> found = threads.messages(query).items();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Found(
                found.getFirst().message(),
                found.size() == 1 ? null : found.getLast().message().id()));
  }
}
