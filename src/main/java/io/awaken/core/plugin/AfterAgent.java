package io.awaken.core.plugin;

import java.util.Optional;

/** Called after an agent ended by itself, not when a {@link BeforeAgent} answered. */
@FunctionalInterface
public interface AfterAgent {

  /**
   * @return one more answer, appended behind the agent's own; the first hook that gives one is the
   *     last that is asked
   */
  Optional<String> afterAgent(HookContext context, RunSummary summary) throws Exception;
}
