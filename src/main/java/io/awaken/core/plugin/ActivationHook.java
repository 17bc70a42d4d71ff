package io.awaken.core.plugin;

import io.awaken.core.state.StateCommand;

/** Called when a run begins to use the plugin and when it stops (features row 73). */
@FunctionalInterface
public interface ActivationHook {

  /**
   * @return what shall happen; null for nothing
   */
  StateCommand run(HookContext context) throws Exception;
}
