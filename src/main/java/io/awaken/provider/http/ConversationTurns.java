package io.awaken.provider.http;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A conversation for wires with two alternating roles: the instructions before it, then turns of
 * user and model that alternate. Tool results belong to the user and come first in their turn.
 * Immutable.
 *
 * @param system the system prompt and the system messages before the first other message; may be
 *     empty
 * @param turns start with the user, as both providers with such wires require
 */
public record ConversationTurns(List<String> system, List<Turn> turns) {

  /** The first user turn when the history window starts with a model message. */
  static final Message BEGINNING =
      Message.user("beginning", "(Earlier messages of this conversation are left out.)");

  /**
   * At least one message of the same role.
   *
   * @param model whether it is the model's turn
   * @param messages tool results first
   */
  public record Turn(boolean model, List<Message> messages) {}

  /**
   * @param sendable whether the wire can send anything of a message; other messages are omitted, so
   *     that no turn is empty
   */
  public static ConversationTurns of(LlmRequest request, Predicate<Message> sendable) {
    var system = new ArrayList<String>();
    if (request.system() != null && !request.system().isBlank()) {
      system.add(request.system());
    }
    List<Message> messages = request.messages();
    int first = 0;
    while (first < messages.size() && messages.get(first).role() == Role.SYSTEM) {
      String text = messages.get(first++).text();
      if (!text.isBlank()) {
        system.add(text);
      }
    }
    return new ConversationTurns(
        List.copyOf(system), turns(messages.subList(first, messages.size()), sendable));
  }

  private static List<Turn> turns(List<Message> messages, Predicate<Message> sendable) {
    var turns = new ArrayList<Turn>();
    for (Message message : messages) {
      if (!sendable.test(message)) {
        continue;
      }
      boolean model = message.role() == Role.ASSISTANT;
      if (model && turns.isEmpty()) {
        turns.add(new Turn(false, List.of(BEGINNING)));
      }
      if (turns.isEmpty() || turns.getLast().model() != model) {
        turns.add(new Turn(model, new ArrayList<>()));
      }
      add(turns.getLast().messages(), message);
    }
    return turns;
  }

  private static void add(List<Message> turn, Message message) {
    int at = turn.size();
    if (message.role() == Role.TOOL) {
      at = 0;
      while (at < turn.size() && turn.get(at).role() == Role.TOOL) {
        at++;
      }
    }
    turn.add(at, message);
  }
}
