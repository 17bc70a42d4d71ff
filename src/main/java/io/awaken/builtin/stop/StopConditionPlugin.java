package io.awaken.builtin.stop;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.state.StateKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Stops runs by its own policies, then by the conditions that their agent declares (features rows
 * 140-145). Without either it costs nothing. Thread-safe.
 *
 * <p>It shares its state with {@link MaxRoundsPlugin}: an agent that has both is refused.
 */
public final class StopConditionPlugin implements Plugin {

  public static final String NAME = "stop-condition";

  /** The figures of a run; readable by every plugin. */
  public static final StateKey<StopStats, StopStats> STATS = StopHooks.STATS;

  private final List<StopPolicy> policies;
  private final InstantSource clock;

  /** With only the conditions that agents declare. */
  public StopConditionPlugin(InstantSource clock) {
    this(List.of(), clock);
  }

  /**
   * @param policies policies of every agent with this plugin, in order of evaluation
   * @param clock measures the time of runs
   */
  public StopConditionPlugin(List<? extends StopPolicy> policies, InstantSource clock) {
    this.policies = List.copyOf(policies);
    this.clock = clock;
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "stops runs that reach a limit", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerSection(StopConditions.SECTION);
    new StopHooks(this::policies, clock).register(registrar);
  }

  private List<StopPolicy> policies(HookContext context) {
    List<StopPolicy> declared = context.config(StopConditions.SECTION).policies();
    if (policies.isEmpty() || declared.isEmpty()) {
      return declared.isEmpty() ? policies : declared;
    }
    var all = new ArrayList<>(policies);
    all.addAll(declared);
    return all;
  }
}
