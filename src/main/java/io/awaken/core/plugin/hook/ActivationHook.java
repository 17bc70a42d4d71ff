package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called when an agent goes to work with the plugin and when it stops (features row 73): at the
 * start and the end of a run, and at every handoff, for the agent that leaves and for the one that
 * takes over, also when both have the plugin. Not called again when a run is resumed or goes on
 * elsewhere: what must be there then belongs into a state key.
 */
@FunctionalInterface
public interface ActivationHook {

  /**
   * @return what shall happen; null for nothing
   */
  StateCommand run(HookContext context) throws Exception;
}
