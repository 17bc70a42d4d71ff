package io.awaken.core.phase;

import io.awaken.core.action.ActionQueue;
import io.awaken.core.action.FailedScheduledAction;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.PluginRegistration.ActionRegistration;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.state.Phase;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Executes the actions of a phase until none is left, each on the newest state (features rows
 * 67-68, 91). One whose handler fails, or whose command cannot be committed, is recorded in the
 * state and not retried; its command is discarded. Stateless.
 */
final class ActionRounds {

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
