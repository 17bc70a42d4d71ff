package io.awaken.crash;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.run.RunIdentity;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import io.awaken.core.store.thread.ThreadStore;

/**
 * Tells the {@link World} by effects and by hooks how far a run is. Each effect comes with a change
 * of the state, by which its handler sees whether the commit is stored that asked for it.
 */
final class CrashTelling implements Plugin {

  static final String BEGIN = "begin";
  static final String STEP = "step-";
  static final String END = "end";
  static final String AFTER_RUN = "after_run";

  /** One effect of a run. */
  record Telling(String what, int count) {}

  private static final EffectKey<Telling> TELL = EffectKey.of("crash.tell", Telling.class);
  private static final StateKey<Integer, Integer> COUNT =
      StateKey.of("crash.count", Integer.class, () -> 0, Integer::sum).threadScoped();

  private final World world;
  private final ThreadStore threads;

  /**
   * @param threads where commits are stored
   */
  CrashTelling(World world, ThreadStore threads) {
    this.world = world;
    this.threads = threads;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("telling");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerKey(COUNT);
    registrar.registerEffect(TELL, this::tell);
    registrar.registerPhaseHook(
        Phase.RUN_START, context -> wanted(BEGIN, context.state().getOrInitial(COUNT)));
    registrar.registerPhaseHook(
        Phase.STEP_END,
        context -> wanted(STEP + context.step(), context.state().getOrInitial(COUNT)));
    registrar.registerPhaseHook(
        Phase.RUN_END, context -> wanted(END, context.state().getOrInitial(COUNT)));
    registrar.afterRun(this::ended);
  }

  private static StateCommand wanted(String what, int count) {
    return StateCommand.none().update(COUNT, 1).emit(TELL, new Telling(what, count + 1));
  }

  private void tell(Telling telling, EffectContext context) throws InterruptedException {
    world.told(
        thread(context.run()), telling.what(), context.id(), isStored(telling, context.run()));
  }

  /** The end of a run without an owner changes no state any more: it is stored before. */
  private boolean isStored(Telling telling, RunIdentity run) {
    if (telling.what().equals(END)) {
      return true;
    }
    var stored = threads.state(run.threadId(), run.runId()).thread().extensions();
    return stored.containsKey(COUNT.name())
        && stored.get(COUNT.name()).intValue() >= telling.count();
  }

  private void ended(RunSummary summary) throws InterruptedException {
    world.told(thread(summary.run()), AFTER_RUN, summary.run().runId().value(), true);
  }

  private static String thread(RunIdentity run) {
    return run.threadId().value();
  }
}
