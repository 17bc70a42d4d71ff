package io.awaken.protocol.mcp.listen;

import io.awaken.mcp.JsonRpcMessage.Notification;
import java.util.function.Consumer;

/** Finds changes since the last poll. For one thread at a time. */
@FunctionalInterface
public interface ChangePoll {

  /**
   * Notifies the client of changes since the last poll.
   *
   * @param client receives each notification as soon as its change is found
   */
  void poll(Consumer<Notification> client);
}
