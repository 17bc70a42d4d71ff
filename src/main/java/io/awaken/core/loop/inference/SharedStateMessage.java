package io.awaken.core.loop.inference;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import java.util.ArrayList;
import java.util.List;

/** Shows the model the current shared state. Stateless. */
final class SharedStateMessage {

  private static final String ID = "context:shared_state";

  private SharedStateMessage() {}

  /**
   * The messages with the shared state before the last one of a user, so that a provider's cache of
   * earlier turns stays valid; unchanged if there is none, or the agent shares no state.
   */
  static List<Message> added(Activation run, List<Message> messages) {
    SharedState state = run.state().snapshot().get(RuntimeKeys.SHARED_STATE).orElse(null);
    if (state == null || state.values().isEmpty() || !run.agent().spec().sharesState()) {
      return messages;
    }
    var all = new ArrayList<>(messages);
    all.add(lastOfUser(messages), message(state));
    return all;
  }

  private static int lastOfUser(List<Message> messages) {
    for (int i = messages.size() - 1; i > 0; i--) {
      Message message = messages.get(i);
      if (message.role() == Role.USER && !message.internal()) {
        return i;
      }
    }
    return 0;
  }

  private static Message message(SharedState state) {
    var text =
        new ContentBlock.Text("State shared with the application, as JSON: " + state.values());
    return new Message(ID, Role.USER, List.of(text), List.of(), null, Visibility.INTERNAL, null);
  }
}
