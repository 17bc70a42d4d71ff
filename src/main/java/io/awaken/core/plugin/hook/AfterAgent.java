package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.RunSummary;
import java.util.Optional;

/**
 * Called when an agent ends with its run, however that ends; the summary has the reason (features
 * row 63). Not called when a {@link BeforeAgent} answered, nor at a handoff.
 */
@FunctionalInterface
public interface AfterAgent {

  /**
   * @return one more answer, appended after the agent's own; hooks after the first that returns one
   *     are not called. Ignored when the run failed, was cancelled or was ended without an owner;
   *     all hooks are called then
   */
  Optional<String> afterAgent(HookContext context, RunSummary summary) throws Exception;
}
