package io.awaken.core.loop;

import io.awaken.core.plugin.PhaseContext;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.profile.ProfileKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts steps, by one for each, and results, by ten for each: once for the run and once for the
 * thread. Notes both at every end of a step.
 */
final class CountingPlugin implements Plugin {

  static final StateKey<Integer, Integer> OF_RUN =
      StateKey.of("count.run", Integer.class, () -> 0, Integer::sum).commutative();
  static final StateKey<Integer, Integer> OF_THREAD =
      StateKey.of("count.thread", Integer.class, () -> 0, Integer::sum)
          .commutative()
          .threadScoped();
  static final ProfileKey<String> NOTE = ProfileKey.of("count.note", String.class, () -> "none");

  private final List<Integer> ofRun = new ArrayList<>();
  private final List<Integer> ofThread = new ArrayList<>();

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("count");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerKey(OF_RUN);
    registrar.registerKey(OF_THREAD);
    registrar.registerProfileKey(NOTE);
    registrar.registerPhaseHook(Phase.STEP_START, context -> add(1));
    registrar.registerPhaseHook(Phase.AFTER_TOOL_EXECUTE, context -> add(10));
    registrar.registerPhaseHook(Phase.STEP_END, this::note);
  }

  private static StateCommand add(int number) {
    return StateCommand.none().update(OF_RUN, number).update(OF_THREAD, number);
  }

  private StateCommand note(PhaseContext context) {
    ofRun.add(context.state().getOrInitial(OF_RUN));
    ofThread.add(context.state().getOrInitial(OF_THREAD));
    return null;
  }

  /** The run's count at every end of a step. */
  List<Integer> ofRun() {
    return ofRun;
  }

  /** The thread's count at every end of a step. */
  List<Integer> ofThread() {
    return ofThread;
  }
}
