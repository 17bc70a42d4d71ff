package io.awaken.protocol.mcp.listen;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.http.security.RefusedException;
import io.awaken.mcp.JsonRpcMessage.Notification;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Finds out whether something has changed. For one thread at a time. */
public final class Change implements Look {

  private static final Object GONE = new Object();

  private final Supplier<Object> state;
  private final String method;
  private final Function<Object, ObjectNode> params;
  private Object told;

  /**
   * @param state how it is now, equal as long as nothing has changed; a refusal says that it is not
   *     there any more
   * @param told how it is as far as the client knows; null for not at all
   * @param method of the notice
   * @param params what the notice says of a state; null for nothing, of what is gone
   */
  Change(Supplier<Object> state, Object told, String method, Function<Object, ObjectNode> params) {
    this.state = state;
    this.told = told;
    this.method = method;
    this.params = params;
  }

  @Override
  public void look(Consumer<Notification> client) {
    if (told == GONE) {
      return;
    }
    Object now = now();
    if (now.equals(told)) {
      return;
    }
    told = now;
    ObjectNode news = params.apply(now == GONE ? null : now);
    if (news != null) {
      client.accept(new Notification(method, news));
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
