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
 * Runs a phase (features rows 62-72): checks for cancellation, collects the hooks' commands on one
 * frozen snapshot, commits them, then executes the phase's actions. Thread-safe; one instance
 * serves all runs.
 */
public final class PhaseRunner {

  /** For the runtime's own values: a shrunk history may still be long. */
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
   *     failures; commands collected with it are not committed
   * @throws StateException when the actions do not end, or an update of a hook throws: it names the
   *     key, and nothing of that commit is applied
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
   * @param command null for none
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
   * Commits a command from outside of a phase, such as one of an activation hook.
   *
   * @throws StateException when it refers to an unregistered name; nothing is committed
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
