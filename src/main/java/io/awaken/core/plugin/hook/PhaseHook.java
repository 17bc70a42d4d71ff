package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;

/**
 * Called when a phase is entered (features rows 64-66). Pure: everything that shall happen is in
 * the command. It may be called a second time on a newer state when its command conflicted with
 * that of another hook.
 */
@FunctionalInterface
public interface PhaseHook {

  /**
   * @return changes to commit; null for nothing
   */
  StateCommand run(PhaseContext context) throws Exception;
}
