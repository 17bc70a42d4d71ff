package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.StateCommand;

/**
 * Executes a scheduled action (features rows 67, 84, 91). Gets the newest state; a failure is
 * recorded and not retried.
 */
@FunctionalInterface
public interface ScheduledActionHandler<P> {

  /**
   * @return changes to commit, which may schedule further actions; null for nothing
   */
  StateCommand handle(PhaseContext context, P payload) throws Exception;
}
