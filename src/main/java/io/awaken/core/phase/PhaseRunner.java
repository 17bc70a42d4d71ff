package io.awaken.core.phase;

import io.awaken.core.action.ActionQueue;
import io.awaken.core.action.FailedScheduledAction;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.PluginRegistration.ActionRegistration;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.state.Phase;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateKeyOptions;
import io.awaken.core.state.StateStore;
import io.awaken.core.state.TypedEffect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Runs a phase (features rows 62-72): checks for cancellation, collects the hooks' commands on one
 * frozen snapshot, commits them, then executes the phase's actions. Thread-safe; one instance
 * serves all runs.
 */
public final class PhaseRunner {

  /** For the runtime's own values: a shrunk history may still be long. */
  private static final StateKeyOptions OWN_VALUES = StateKeyOptions.DEFAULT.upTo(16 << 20);

  private static final List<KeyRegistration> OWN_KEYS =
      RuntimeKeys.ALL.stream().map(key -> new KeyRegistration(key, OWN_VALUES)).toList();

  private final PartCaller caller;
  private final ActionRounds actions;

  public PhaseRunner(PartCaller caller) {
    this.caller = caller;
    this.actions = new ActionRounds(caller.watch());
  }

  /** An empty state with the keys of the runtime and of these plugins. */
  public static StateStore newState(ExecutionEnv env) {
    return new StateStore(env.keysWith(OWN_KEYS));
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
   * Calls a part outside of a phase and commits the command in its answer.
   *
   * @param stops interrupts a blocking part when the run is asked to stop; null for none
   * @param command the command in an answer, which may be null
   * @return the answer; null when the part gave none, or failed and its policy ignores that
   */
  public <T, R> R call(
      PhaseScope scope,
      Registered<T> part,
      CancellationToken stops,
      PartCaller.Invocation<T, R> invocation,
      Function<R, StateCommand> command) {
    R answer =
        caller.call(
            part,
            stops,
            called -> {
              R made = invocation.on(called);
              checked(scope, made == null ? null : command.apply(made));
              return made;
            });
    StateCommand given = answer == null ? null : command.apply(answer);
    if (given != null) {
      submit(scope, given);
    }
    return answer;
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

  /**
   * Executes the actions of a phase until none is left, each on the newest state (features rows
   * 67-68, 91). One whose handler fails, or whose command cannot be committed, is recorded in the
   * state and not retried; its command is discarded. Stateless.
   */
  static final class ActionRounds {

    /** Maximum rounds. */
    static final int MAX_ROUNDS = 16;

    private static final Logger LOG = System.getLogger(ActionRounds.class.getName());

    private final HookWatch watch;

    ActionRounds(HookWatch watch) {
      this.watch = watch;
    }

    static boolean noneWaits(Snapshot state) {
      ActionQueue queue = state.values().get(RuntimeKeys.PENDING_ACTIONS);
      return queue == null || queue.waiting().isEmpty();
    }

    PhaseReport run(PhaseScope scope, Phase phase) {
      for (int round = 0; ; round++) {
        List<ScheduledAction> due = due(scope, phase);
        if (due.isEmpty()) {
          return new PhaseReport(round);
        }
        if (round == MAX_ROUNDS) {
          throw new StateException(new StateError.PhaseRunLoopExceeded(phase, MAX_ROUNDS));
        }
        for (ScheduledAction action : due) {
          scope.cancellation().throwIfCancelled();
          perform(scope, phase, action);
        }
      }
    }

    /** The run ends: drops the actions that are still scheduled (features row 91). */
    void dropWaiting(PhaseScope scope) {
      List<ScheduledAction> left =
          scope.state().snapshot().getOrInitial(RuntimeKeys.PENDING_ACTIONS).waiting();
      if (left.isEmpty()) {
        return;
      }
      LOG.log(
          Level.WARNING,
          "the run ends before its scheduled actions {0}; they are dropped",
          left.stream().map(action -> action.key() + " of " + action.phase()).toList());
      MutationBatch drop = MutationBatch.anywhere();
      for (ScheduledAction action : left) {
        drop.update(RuntimeKeys.PENDING_ACTIONS, new ActionQueue.Change(action, List.of()));
      }
      scope.state().commit(drop);
    }

    private static List<ScheduledAction> due(PhaseScope scope, Phase phase) {
      return scope.state().snapshot().getOrInitial(RuntimeKeys.PENDING_ACTIONS).due(phase);
    }

    private void perform(PhaseScope scope, Phase phase, ScheduledAction action) {
      PhaseContext context = scope.context(phase, scope.state().snapshot());
      try {
        Commands.commit(scope, handled(scope, context, action), action);
      } catch (RunCancelled e) {
        throw e;
      } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
        Commands.commit(scope, failed(action, e), action);
      }
    }

    private StateCommand handled(PhaseScope scope, PhaseContext context, ScheduledAction action)
        throws Exception {
      ActionRegistration<?> handler = scope.env().action(action.key());
      if (handler == null) {
        throw new StateException(new StateError.UnknownScheduledActionHandler(action.key()));
      }
      StateCommand command = watch.call(handler, () -> handler.handle(context, action.payload()));
      if (command == null) {
        return StateCommand.none();
      }
      Commands.check(scope, command);
      return command;
    }

    private static StateCommand failed(ScheduledAction action, Throwable e) {
      String error = e instanceof StateException ? e.getMessage() : e.toString();
      LOG.log(
          Level.WARNING,
          "scheduled action " + action.key() + " failed; it is recorded and not retried",
          e);
      return StateCommand.none()
          .update(
              RuntimeKeys.FAILED_ACTIONS,
              new FailedScheduledAction(action.key(), action.payload(), error));
    }
  }

  /**
   * Commands that can be committed together: no two of them write the same exclusive key (features
   * rows 49, 66). Filled in order, greedily.
   */
  static final class CompatibleBatch {

    private final Set<String> exclusive = new HashSet<>();
    private final StateCommand merged = StateCommand.none();

    /**
     * @return false when the command writes an exclusive key of an earlier one, and was not added
     */
    boolean add(StateCommand command) {
      Set<String> keys = command.mutations().exclusiveKeys();
      for (String key : keys) {
        if (exclusive.contains(key)) {
          return false;
        }
      }
      exclusive.addAll(keys);
      merged.extend(command);
      return true;
    }

    StateCommand merged() {
      return merged;
    }
  }

  /**
   * The report of a phase.
   *
   * @param rounds rounds of actions until none was left
   */
  public record PhaseReport(int rounds) {

    /** A phase without actions. */
    static final PhaseReport NOTHING = new PhaseReport(0);
  }

  /**
   * Checks commands and commits them to the state of the run; their effects wait for the durable
   * commit. Stateless.
   */
  static final class Commands {

    private Commands() {}

    /**
     * Refuses a command before any of it is applied (features rows 67, 93, 96).
     *
     * @throws StateException naming the key, action or effect that no plugin registered
     */
    static void check(PhaseScope scope, StateCommand command) {
      ExecutionEnv env = scope.env();
      scope.state().check(command.mutations());
      for (ScheduledAction action : command.actions()) {
        if (env.action(action.key()) == null) {
          throw new StateException(new StateError.UnknownScheduledActionHandler(action.key()));
        }
      }
      for (TypedEffect effect : command.effects()) {
        if (env.effect(effect.key()) == null) {
          throw new StateException(new StateError.UnknownEffectHandler(effect.key()));
        }
      }
    }

    /** Commits a checked command. */
    static void commit(PhaseScope scope, StateCommand command) {
      commit(scope, command, null);
    }

    /**
     * Also removes a finished action from the queue, in one commit.
     *
     * @throws StateException when an update throws; nothing is committed then
     */
    static void commit(PhaseScope scope, StateCommand command, ScheduledAction done) {
      scope.state().commit(withQueue(command, done));
      if (!command.effects().isEmpty()) {
        scope.emit(command.effects());
      }
    }

    /** A new batch, since the plugin may return its command again. */
    private static MutationBatch withQueue(StateCommand command, ScheduledAction done) {
      if (done == null && command.actions().isEmpty()) {
        return command.mutations();
      }
      return MutationBatch.anywhere()
          .merged(command.mutations())
          .update(RuntimeKeys.PENDING_ACTIONS, new ActionQueue.Change(done, command.actions()));
    }
  }
}
