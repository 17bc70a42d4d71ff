package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;

/** Counts the tool calls of a thread, over all its runs. */
public final class ToolCallCounter implements Plugin {

  /** Calls so far. Commutative, so that other plugins may count too. */
  public static final StateKey<Integer, Integer> CALLS =
      StateKey.of("counter.tool_calls", Integer.class, () -> 0, Integer::sum)
          .commutative()
          .threadScoped();

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("tool-call-counter");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerKey(CALLS);
    registrar.registerPhaseHook(
        Phase.AFTER_TOOL_EXECUTE, context -> StateCommand.none().update(CALLS, 1));
  }
}
