package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.PhaseContext;
import java.util.Optional;

/**
 * Decides whether a call may run (features rows 75, 119-121). Pure, and called again when earlier
 * calls of the step changed the state. A gate fails closed: its failure fails the run, or the call
 * when registered so; it cannot be ignored.
 */
@FunctionalInterface
public interface ToolGateHook {

  /**
   * @param context its call is set
   * @return empty for no opinion; never null
   */
  Optional<ToolIntercept> decide(PhaseContext context) throws Exception;
}
