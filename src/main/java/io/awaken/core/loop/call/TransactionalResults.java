package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ClientState;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.ToolResult;
import io.awaken.core.state.Snapshot;
import io.awaken.core.store.run.ToolTransactions.RolledBack;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

/**
 * Settles calls whose tools wait with an open transaction: the tool's writes are committed only
 * with its result, if that is no error after the hooks. Stateless.
 */
final class TransactionalResults {

  private static final Logger LOG = System.getLogger(TransactionalResults.class.getName());

  private final StepWriter writer;
  private final CallResults results;

  TransactionalResults(StepWriter writer, CallResults results) {
    this.writer = writer;
    this.results = results;
  }

  /**
   * Settles a call and commits it within its transaction.
   *
   * @param answer commits the tool's state changes and returns its result
   * @return the result still to be settled after a rollback; null when everything is committed
   */
  ToolResult settle(
      Activation run,
      PreparedCall call,
      TransactionalCall open,
      Supplier<ToolResult> answer,
      RoundChanges changes) {
    Moment before = null;
    try {
      // Other changes must not be lost with this transaction.
      if (!changes.isEmpty()) {
        commit(run, changes, null);
      }
      before =
          new Moment(
              run.state().snapshot(),
              run.clientState().published(),
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
        // The run ends, and readers get the call's result first.
        before.restore(run, changes);
        ToolResult why = UnexecutedCall.rolledBack(call.state().toolName());
        results.publish(run, call.settled(why), why, true, changes);
      }
      throw e;
    }
  }

  /**
   * @param write null for a commit outside the transaction
   */
  private void commit(Activation run, RoundChanges changes, StepWriter.FencedWrite write) {
    StepChanges now = results.changes(run, changes);
    if (write == null) {
      writer.commit(run, now);
    } else {
      writer.commit(run, now, write);
    }
    changes.committed(run, now);
  }

  /** Why the transaction is rolled back; null when it is committed. */
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
    results.publish(run, settled, seen, true, changes);
    try {
      commit(run, changes, open::commit);
      return null;
    } catch (RolledBack e) {
      LOG.log(
          Level.WARNING,
          "call "
              + call.state().callId()
              + " of tool "
              + call.state().toolName()
              + " is rolled back; the model gets an error result and the run continues",
          e);
      return UnexecutedCall.rolledBack(
          call.state().toolName(), "its transaction could not be committed");
    }
  }

  /** The state of the run before a call was settled. */
  private record Moment(Snapshot state, ClientState.Published published, int events, int effects) {

    void restore(Activation run, RoundChanges changes) {
      run.state().takeBack(state);
      run.clientState().withdrawTo(published);
      run.events().withdrawTo(events);
      run.effects().withdrawTo(effects);
      run.pending().clear();
      changes.clear();
    }
  }
}
