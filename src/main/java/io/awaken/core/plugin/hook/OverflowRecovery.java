package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;
import java.util.Optional;

/**
 * Shortens a history that the model refused as too long; the shorter history replaces it and the
 * call is repeated.
 */
@FunctionalInterface
public interface OverflowRecovery {

  /**
   * @param history the current history, oldest first; unmodifiable
   * @return a history of fewer estimated tokens; empty when this hook cannot help
   */
  Optional<List<Message>> recover(HookContext context, List<Message> history) throws Exception;
}
