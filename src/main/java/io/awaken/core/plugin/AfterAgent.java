package io.awaken.core.plugin;

import java.util.Optional;

/**
 * Called when an agent ends: by itself, because a stop condition, a hook or the limit of rounds
 * ended the run, or because a gate blocked it; the summary says which. Not called when a {@link
 * BeforeAgent} answered, when the run failed or was cancelled, and at a handoff.
 */
@FunctionalInterface
public interface AfterAgent {

  /**
   * @return one more answer, appended behind the agent's own; the first hook that gives one is the
   *     last that is asked
   */
  Optional<String> afterAgent(HookContext context, RunSummary summary) throws Exception;
}
