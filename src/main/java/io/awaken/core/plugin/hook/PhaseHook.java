package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;

/**
 * Called when a phase is entered (features rows 64-66). Pure: all changes are in the command. It
 * may be called again on a newer state when its command conflicts with that of another hook.
 */
@FunctionalInterface
public interface PhaseHook {

  /**
   * @return changes to commit; null for nothing
   */
  StateCommand run(PhaseContext context) throws Exception;
}
