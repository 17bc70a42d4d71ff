package io.awaken.protocol.mcp.listen;

import io.awaken.mcp.JsonRpcMessage.Notification;
import java.util.function.Consumer;

/** Finds changes that a client has to be told of. For one thread at a time. */
@FunctionalInterface
public interface Look {

  /**
   * Tells the client of what has changed since the last look.
   *
   * @param client takes each notice as soon as the change is found
   */
  void look(Consumer<Notification> client);
}
