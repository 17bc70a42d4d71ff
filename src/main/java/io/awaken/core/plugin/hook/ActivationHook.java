package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called when an agent with the plugin starts and stops working (features row 73): at the start and
 * the end of a run, and at every handoff for both agents, even when both have the plugin. Not
 * called again when a run is resumed or taken over by another node: store what must be present then
 * under a state key.
 */
@FunctionalInterface
public interface ActivationHook {

  /**
   * @return changes to commit; null for nothing
   */
  StateCommand run(HookContext context) throws Exception;
}
