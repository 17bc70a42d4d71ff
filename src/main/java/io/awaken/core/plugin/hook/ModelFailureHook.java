package io.awaken.core.plugin.hook;

import io.awaken.core.model.InferenceException;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateCommand;

/**
 * Called for each model call that failed, before it is repeated or the run fails: the one place
 * that sees failures which a retry mends. Not called when the run was asked to stop.
 */
@FunctionalInterface
public interface ModelFailureHook {

  /**
   * @return what shall happen, for example an update that ends the run; null for nothing
   */
  StateCommand onModelFailure(HookContext context, InferenceException failure) throws Exception;
}
