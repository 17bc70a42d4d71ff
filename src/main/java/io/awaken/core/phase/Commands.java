package io.awaken.core.phase;

import io.awaken.core.action.ActionQueue;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.state.MutationBatch;
import io.awaken.core.state.ScheduledAction;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.TypedEffect;

/**
 * Checks commands and commits them to the state of the run; their effects wait for the durable
 * commit. Stateless.
 */
final class Commands {

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
