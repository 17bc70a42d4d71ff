package io.awaken.core.phase;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateKeyOptions;
import io.awaken.core.state.StateStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a run through a phase until nothing is left to do (features rows 62-72): looks whether the
 * run was asked to stop, gathers what the hooks want on one frozen snapshot and commits it, then
 * does the phase's actions. Thread-safe; one instance serves all runs.
 */
public final class PhaseRunner {

  /** Values of the runtime: a history that was made smaller may still be long. */
  private static final StateKeyOptions OWN_VALUES = StateKeyOptions.DEFAULT.upTo(16 << 20);

  private final PartCaller caller;
  private final ActionRounds actions;

  public PhaseRunner(PartCaller caller) {
    this.caller = caller;
    this.actions = new ActionRounds(caller.watch());
  }

  /** An empty state with the keys of the runtime and of these plugins. */
  public static StateStore newState(ExecutionEnv env) {
    var keys = new ArrayList<>(env.keys());
    RuntimeKeys.ALL.forEach(key -> keys.add(new KeyRegistration(key, OWN_VALUES)));
    return new StateStore(keys);
  }

  /**
   * @throws io.awaken.core.run.RunCancelled at the boundary, when the run was asked to stop
   * @throws io.awaken.core.plugin.PluginFailure when a hook failed and its policy does not ignore
   *     that; what was gathered together with it is not committed
   * @throws StateException when the actions do not come to an end, or when an update throws that a
   *     hook asked for: its key is named, and nothing of that commit is applied
   */
  public PhaseReport run(PhaseScope scope, Phase phase) {
    scope.cancellation().throwIfCancelled();
    List<Registered<PhaseHook>> hooks = scope.env().at(ExtensionPoint.of(phase));
    if (!hooks.isEmpty()) {
      gather(scope, phase, hooks);
    }
    if (ActionRounds.noneWaits(scope.state().snapshot())) {
      return PhaseReport.NOTHING;
    }
    PhaseReport done = actions.run(scope, phase);
    if (phase == Phase.RUN_END) {
      actions.dropWaiting(scope);
    }
    return done;
  }

  /**
   * Refuses a command that refers to an unregistered name; called while the part that returned it
   * is running, so that its failure policy applies.
   *
   * @param command null for nothing
   * @return the command
   * @throws StateException naming the key, action or effect
   */
  public static StateCommand checked(PhaseScope scope, StateCommand command) {
    if (command != null) {
      Commands.check(scope, command);
    }
    return command;
  }

  /**
   * Commits what is wanted outside of a phase, such as by an activation hook.
   *
   * @throws StateException when it names what no plugin registered; nothing is committed then
   */
  public void submit(PhaseScope scope, StateCommand command) {
    Commands.check(scope, command);
    Commands.commit(scope, command);
  }

  private void gather(PhaseScope scope, Phase phase, List<Registered<PhaseHook>> hooks) {
    PhaseContext frozen = scope.context(phase, scope.state().snapshot());
    List<StateCommand> wanted =
        caller.callAll(hooks, scope.cancellation(), hook -> checked(scope, hook.run(frozen)));
    var batch = new CompatibleBatch();
    var deferred = new ArrayList<Registered<PhaseHook>>(0);
    for (int i = 0; i < wanted.size(); i++) {
      StateCommand command = wanted.get(i);
      if (command != null && !batch.add(command)) {
        deferred.add(hooks.get(i));
      }
    }
    Commands.commit(scope, batch.merged());
    for (Registered<PhaseHook> hook : deferred) {
      PhaseContext fresh = frozen.with(scope.state().snapshot());
      StateCommand command =
          caller.call(hook, scope.cancellation(), again -> checked(scope, again.run(fresh)));
      if (command != null) {
        Commands.commit(scope, command);
      }
    }
  }
}
