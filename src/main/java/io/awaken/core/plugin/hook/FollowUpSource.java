package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;

/**
 * Messages to go on with when a run would end by itself: asked only then, and not after a round
 * that voted to terminate.
 */
@FunctionalInterface
public interface FollowUpSource {

  /**
   * @return when not empty they are appended and the run goes on
   */
  List<Message> poll(HookContext context) throws Exception;
}
