package io.awaken.core.plugin.hook;

import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called for each failed model call, before it is retried or the run fails: the only hook that sees
 * failures which a retry repairs. Not called when the run was asked to stop.
 */
@FunctionalInterface
public interface ModelFailureHook {

  /**
   * @return changes to commit, for example an update that ends the run; null for nothing
   */
  StateCommand onModelFailure(HookContext context, InferenceException failure) throws Exception;
}
