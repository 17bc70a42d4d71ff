package io.awaken.core.plugin;

import io.awaken.core.message.Message;
import java.util.List;

/**
 * Called with the tool messages that one commit will append, before the model reads them. Each hook
 * sees what the one before it made.
 */
@FunctionalInterface
public interface AfterToolMessages {

  /**
   * @return as many messages, of the same ids, calls and role in the same order; anything else
   *     fails
   */
  List<Message> afterToolMessages(HookContext context, List<Message> messages) throws Exception;
}
