package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ClientState;
import io.awaken.core.message.ToolResult;
import io.awaken.core.state.Snapshot;
import io.awaken.core.store.run.RolledBack;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * Settles calls whose tools wait with an open transaction: what a tool wrote is kept exactly when
 * its result, as the hooks left it, is no error and is committed with it. Stateless.
 */
final class TransactionalResults {

  private static final Logger LOG = System.getLogger(TransactionalResults.class.getName());

  private final CallResults results;

  TransactionalResults(CallResults results) {
    this.results = results;
  }

  /**
   * Settles a call and commits it within its transaction.
   *
   * @param answer commits to the state what the tool wants, and gives its result
   * @return what has still to be settled, because nothing was kept; null when all is done
   */
  ToolResult settle(
      Activation run,
      PreparedCall call,
      TransactionalCall open,
      Supplier<ToolResult> answer,
      RoundChanges changes) {
    Moment before = null;
    try {
      // What others brought must not be lost with this transaction.
      if (!changes.isEmpty()) {
        results.commit(run, changes);
      }
      before =
          new Moment(
              run.state().snapshot(),
              run.clientState().told(),
              run.events().uncommitted(),
              run.effects().count());
      ToolResult failure = failure(run, call, open, answer, changes);
      if (failure != null) {
        open.rolledBack();
        before.restore(run, changes);
      }
      return failure;
    } catch (RuntimeException | Error e) {
      open.rolledBack();
      if (before != null) {
        // The run ends, and readers of its end hear what became of the call.
        before.restore(run, changes);
        ToolResult why = UnexecutedCall.rolledBack(call.state().toolName());
        results.tell(run, call.settled(why), why, true, changes);
      }
      throw e;
    }
  }

  /** Why nothing of it is kept; null when all is. */
  private ToolResult failure(
      Activation run,
      PreparedCall call,
      TransactionalCall open,
      Supplier<ToolResult> answer,
      RoundChanges changes) {
    ToolResult result = answer.get();
    PreparedCall settled = call.settled(result);
    ToolResult seen = result.failed() ? result : results.after(run, settled, changes);
    if (seen.failed()) {
      return seen;
    }
    results.tell(run, settled, seen, true, changes);
    try {
      results.commit(run, changes, open::commit);
      return null;
    } catch (RolledBack e) {
      LOG.log(
          Level.WARNING,
          "call "
              + call.state().callId()
              + " of tool "
              + call.state().toolName()
              + " is not kept; the model gets an error result and the run goes on",
          e);
      return UnexecutedCall.rolledBack(
          call.state().toolName(), "its transaction could not be committed");
    }
  }

  /** Where the run stood before a call was settled. */
  private record Moment(Snapshot state, ClientState.Told told, int events, int effects) {

    void restore(Activation run, RoundChanges changes) {
      run.state().takeBack(state);
      run.clientState().takeBack(told);
      run.events().withdrawTo(events);
      run.effects().withdrawTo(effects);
      run.pending().clear();
      changes.clear();
    }
  }
}
