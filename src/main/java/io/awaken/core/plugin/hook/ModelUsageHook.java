package io.awaken.core.plugin.hook;

import io.awaken.core.message.TokenUsage;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called for each call of the model that a tool made beside the run's own conversation. Not called
 * when the run was asked to stop.
 */
@FunctionalInterface
public interface ModelUsageHook {

  /**
   * @param usage null when the provider reported none
   * @return changes to commit, for example an update that ends the run; null for none
   */
  StateCommand onModelUsage(HookContext context, TokenUsage usage) throws Exception;
}
