package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;

/**
 * Supplies messages that keep a run going when it would end by itself. Polled only then, and not
 * after a round that voted to terminate.
 */
@FunctionalInterface
public interface FollowUpSource {

  /**
   * @return when not empty, they are appended and the run continues
   */
  List<Message> poll(HookContext context) throws Exception;
}
