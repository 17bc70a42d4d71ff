package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.HookContext;
import java.util.Optional;

/** Called before an agent starts: the run's own, a delegate, one that took over by a handoff. */
@FunctionalInterface
public interface BeforeAgent {

  /**
   * @return an answer that takes the agent's place; the agent does not run then, and no other hook
   *     of this point is asked. Empty to let it run
   */
  Optional<String> beforeAgent(HookContext context) throws Exception;
}
