package io.awaken.core.plugin.hook;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.HookContext;
import java.util.List;

/**
 * Supplies messages for a running run. Polled once before the first step, after each round of tools
 * unless that round voted to terminate, and after an answer without tool calls: messages that
 * arrived meanwhile start another step. Running tools are never disturbed.
 */
@FunctionalInterface
public interface SteeringSource {

  /**
   * @return messages to append before the next model call; the run assigns their ids
   */
  List<Message> poll(HookContext context) throws Exception;
}
