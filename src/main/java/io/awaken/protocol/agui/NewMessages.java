package io.awaken.protocol.agui;

import io.awaken.core.message.Message;
import io.awaken.core.message.Visibility;
import io.awaken.http.security.Refusal;
import io.awaken.protocol.agui.request.RunInput;
import io.awaken.protocol.agui.request.RunInput.UserMessage;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the messages of a request that are new to the server. Stateless. */
final class NewMessages {

  private NewMessages() {}

  /** The new messages; if there are none, the last message, which repeats the request. */
  static List<UserMessage> fresh(RunInput input, ThreadSnapshot snapshot) {
    Set<String> known = snapshot.ids();
    List<UserMessage> fresh =
        input.messages().stream().filter(each -> !known.contains(each.message().id())).toList();
    if (!fresh.isEmpty()) {
      return fresh;
    }
    if (input.messages().isEmpty() || !input.endsWithUser()) {
      throw new Refusal(
              400,
              "nothing_new",
              "messages must end with a new user message or a result that the run waits for",
              "messages",
              null)
          .exception();
    }
    UserMessage last = input.messages().getLast();
    return List.of(new UserMessage(last.index(), last.message().withId(null), last.parts()));
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

  /** Whether a message has an id that is not in the set. */
  static boolean unknown(Message message, Set<String> known) {
    return message.id() != null && !known.contains(message.id());
  }
}
