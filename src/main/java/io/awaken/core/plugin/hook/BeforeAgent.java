package io.awaken.core.plugin.hook;

import io.awaken.core.plugin.context.HookContext;
import java.util.Optional;

/** Called before an agent starts: the run's own, a delegate, one that took over by a handoff. */
@FunctionalInterface
public interface BeforeAgent {

  /**
   * @return an answer instead of the agent's; the agent does not run then, and later hooks of this
   *     point are skipped. Empty to let it run
   */
  Optional<String> beforeAgent(HookContext context) throws Exception;
}
