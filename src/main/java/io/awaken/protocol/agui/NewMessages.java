package io.awaken.protocol.agui;

import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.MessageQuery.Filter;
import io.awaken.core.store.thread.MessageQuery.Shown;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.core.store.thread.ThreadStore.StoredMessage;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.InputLimits;
import io.awaken.http.submit.StoredMessages;
import io.awaken.http.submit.StoredMessages.Found;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInput.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares the user messages of a request with those that the server has. Thread-safe. */
final class NewMessages {

  private final ThreadStore threads;
  private final StoredMessages stored;

  NewMessages(ThreadStore threads, StoredMessages stored) {
    this.threads = threads;
    this.stored = stored;
  }

  /**
   * What a request adds to its thread.
   *
   * @param fresh the messages; may be empty if the request supersedes an answer
   * @param supersedes the stored id of the first message to supersede; null for none
   */
  record Added(List<UserMessage> fresh, String supersedes) {}

  /**
   * What a request adds: a known message with other content replaces the stored one and everything
   * behind it; a list of known messages that ends with one of the user asks for another answer to
   * that one.
   *
   * @throws io.awaken.http.security.RefusedException 400 when it adds nothing
   */
  Added added(RunInput input, ThreadSnapshot snapshot, Caller caller) {
    var fresh = new ArrayList<UserMessage>();
    String from = null;
    Found last = null;
    for (UserMessage each : input.messages()) {
      last = find(each, snapshot, caller).orElse(null);
      if (last == null) {
        fresh.add(each);
      } else if (from != null || !last.message().content().equals(each.message().content())) {
        from = from == null ? last.id() : from;
        fresh.add(edition(each, last));
      }
    }
    if (!fresh.isEmpty()) {
      return new Added(fresh, from);
    }
    if (last == null || !input.endsWithUser()) {
      throw new Refusal(
              400,
              "nothing_new",
              "messages must end with a user message or a result that the run waits for",
              "messages",
              null)
          .exception();
    }
    return last.next() == null
        ? new Added(List.of(edition(input.messages().getLast(), last)), last.id())
        : new Added(List.of(), last.next());
  }

  /** The message under an id that clients see as that of the message which it replaces. */
  private static UserMessage edition(UserMessage message, Found replaced) {
    Message next = message.message().withId(ClientMessageIds.nextEdition(replaced.id()));
    return new UserMessage(message.index(), next, message.parts());
  }

  /** The messages that the server lacks. */
  List<UserMessage> unknown(RunInput input, ThreadSnapshot snapshot, Caller caller) {
    return input.messages().stream()
        .filter(each -> each.message().id() != null)
        .filter(each -> find(each, snapshot, caller).isEmpty())
        .toList();
  }

  /** Whether a run that has begun was not created by this request, as its messages show. */
  boolean differs(RunInput input, RunId run, ThreadSnapshot snapshot, Caller caller) {
    var query =
        new MessageQuery(
            snapshot.thread(),
            new Filter(Shown.EXTERNAL, run, 0, Long.MAX_VALUE).withSuperseded(),
            false,
            null,
            0,
            InputLimits.MAX_MESSAGES);
    List<Message> own =
        threads.messages(query).items().stream()
            .map(StoredMessage::message)
            .filter(each -> each.role() == Role.USER)
            .toList();
    return input.messages().stream()
        .filter(each -> each.message().id() != null)
        .anyMatch(
            each ->
                own.stream()
                    .filter(of -> names(each.message(), of))
                    .findFirst()
                    .or(() -> find(each, snapshot, caller).map(Found::message))
                    .filter(of -> of.text().equals(each.message().text()))
                    .isEmpty());
  }

  /** The user message with this id, in the newest messages or before them. */
  private Optional<Found> find(UserMessage sent, ThreadSnapshot snapshot, Caller caller) {
    Optional<Found> found = find(sent.message(), snapshot, caller);
    if (found.filter(each -> each.message().role() != Role.USER).isPresent()) {
      String field = "messages[" + sent.index() + "].id";
      throw Refusal.invalid(field, field + " must not be the id of an answer or a result")
          .exception();
    }
    return found;
  }

  private Optional<Found> find(Message message, ThreadSnapshot snapshot, Caller caller) {
    if (message.id() == null) {
      return Optional.empty();
    }
    List<Message> newest = snapshot.messages();
    for (int i = newest.size() - 1; i >= 0; i--) {
      if (names(message, newest.get(i))) {
        String next = i + 1 == newest.size() ? null : newest.get(i + 1).id();
        return Optional.of(new Found(newest.get(i), next));
      }
    }
    return snapshot.complete()
        ? Optional.empty()
        : stored.find(snapshot.thread(), caller, ClientMessageIds.shown(message.id()));
  }

  private static boolean names(Message sent, Message stored) {
    return ClientMessageIds.names(ClientMessageIds.shown(sent.id()), stored.id());
  }

  /** The context as a message; empty if the thread already contains the same context. */
  static Optional<Message> context(RunInput input, ThreadSnapshot snapshot) {
    if (input.context() == null) {
      return Optional.empty();
    }
    boolean repeated =
        snapshot.messages().stream()
            .filter(Message::internal)
            .reduce((first, last) -> last)
            .filter(last -> last.text().equals(input.context()))
            .isPresent();
    Message plain = Message.user(input.context());
    return repeated
        ? Optional.empty()
        : Optional.of(
            new Message(
                null, plain.role(), plain.content(), List.of(), null, Visibility.INTERNAL, null));
  }
}
