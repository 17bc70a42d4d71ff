package io.awaken.provider.http;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.LlmRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A conversation for wires that know two speakers only: the instructions before it, then turns of
 * user and model that alternate. Results of tools belong to the user and stand first in their turn.
 * Never changed once it is made.
 *
 * @param system the system prompt and the system messages before the first other message; may be
 *     empty
 * @param turns begin with one of the user, as both providers of such wires demand
 */
public record ConversationTurns(List<String> system, List<Turn> turns) {

  /** Stands where the window of the history begins with an answer of the model. */
  static final Message BEGINNING =
      Message.user("beginning", "(Earlier messages of this conversation are left out.)");

  /**
   * Messages of one speaker, at least one.
   *
   * @param model whether the model speaks
   * @param messages results of tools first
   */
  public record Turn(boolean model, List<Message> messages) {}

  /**
   * @param sendable whether the wire has something to send of a message; others are left out, so
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
