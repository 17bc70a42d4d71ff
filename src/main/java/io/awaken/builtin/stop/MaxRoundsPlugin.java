package io.awaken.builtin.stop;

import io.awaken.builtin.stop.StopPolicy.MaxRounds;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import java.time.InstantSource;
import java.util.List;

/**
 * Limits only the rounds (features row 144). It shares its state with {@link StopConditionPlugin}:
 * an agent that has both is refused.
 */
public final class MaxRoundsPlugin implements Plugin {

  public static final String NAME = "stop-condition:max-rounds";

  private final int rounds;
  private final InstantSource clock;

  /**
   * @param rounds maximum model calls of a run; 0 for no limit
   */
  public MaxRoundsPlugin(int rounds, InstantSource clock) {
    this.rounds = rounds;
    this.clock = clock;
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "stops runs after a number of rounds", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    List<StopPolicy> policy = List.of(new MaxRounds(rounds));
    new StopHooks(context -> policy, clock).register(registrar);
  }
}
