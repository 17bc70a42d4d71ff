package io.awaken.protocol.mcp.listen;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.JsonRpcMessage.Notification;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Compares a state with the one last sent to the client. For one thread at a time. */
public final class StatePoll implements ChangePoll {

  private static final Object GONE = new Object();

  private final Supplier<Object> state;
  private final String method;
  private final Function<Object, ObjectNode> params;
  private Object sent;

  /**
   * @param state reads the current state; unchanged states are equal; a refusal means that the
   *     subject is gone
   * @param sent the state that the client has; null for none
   * @param method of the notification
   * @param params the notification's parameters for a state; null sends no notification for a gone
   *     subject
   */
  StatePoll(
      Supplier<Object> state, Object sent, String method, Function<Object, ObjectNode> params) {
    this.state = state;
    this.sent = sent;
    this.method = method;
    this.params = params;
  }

  @Override
  public void poll(Consumer<Notification> client) {
    if (sent == GONE) {
      return;
    }
    Object now = now();
    if (now.equals(sent)) {
      return;
    }
    sent = now;
    ObjectNode changed = params.apply(now == GONE ? null : now);
    if (changed != null) {
      client.accept(new Notification(method, changed));
    }
  }

  private Object now() {
    try {
      return state.get();
    } catch (RefusedException gone) {
      return GONE;
    }
  }
}
