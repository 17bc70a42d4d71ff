package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.ClientState;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.call.RunningCalls.RoundEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.Fence;
import io.awaken.core.state.Snapshot;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.run.ToolTransactions.LastWrite;
import io.awaken.core.store.run.ToolTransactions.RolledBack;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A call whose tool writes in one transaction with its result. The transaction belongs to the
 * tool's thread. After the tool returns, that thread waits for the run's thread to supply the last
 * write. The wait is bounded, so no transaction stays open; the late side finds a rollback.
 */
final class TransactionalCall {

  /** How long a finished tool waits for the run's thread. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The reason for a tool whose call gets no thread. */
  static final String NO_THREAD = "no thread is free; try again";

  private final ToolTransactions transactions;
  private final PreparedCall call;
  private final Duration patience;
  private final Thread runs = Thread.currentThread();

  /** The last write; empty to roll back. The first completion wins. */
  private final CompletableFuture<Optional<LastWrite>> order = new CompletableFuture<>();

  private final CompletableFuture<Fence> outcome = new CompletableFuture<>();

  /** Created on the run's thread. */
  TransactionalCall(ToolTransactions transactions, PreparedCall call) {
    this(transactions, call, PATIENCE);
  }

  TransactionalCall(ToolTransactions transactions, PreparedCall call, Duration patience) {
    this.transactions = transactions;
    this.call = call;
    this.patience = patience;
  }

  /**
   * Executes the tool within a transaction, on the tool's thread, until the transaction ends.
   *
   * @param limit the time limit of the tool
   * @param arrived gets the answer, while the transaction is open if it may be committed
   * @param worked called once, when the tool has returned
   */
  void run(
      Duration limit,
      Callable<ToolOutput> tool,
      Consumer<RoundEvent.Finished> arrived,
      Runnable worked) {
    if (Thread.currentThread() == runs) {
      // The thread cannot wait for itself; its executor has no other threads.
      worked.run();
      arrived.accept(
          finished(() -> ToolOutput.of(UnexecutedCall.unavailable(call.state(), NO_THREAD))));
      return;
    }
    var onThread = new Work(tool, arrived, worked);
    try {
      Optional<Fence> written = transactions.within(limit.plus(patience), onThread::answer);
      onThread.over(written);
    } catch (RuntimeException | Error e) {
      onThread.failed(e);
    }
  }

  private RoundEvent.Finished finished(Supplier<ToolOutput> output) {
    return new RoundEvent.Finished(call.state().callId(), output);
  }

  /** The tool's side. Confined to the tool's thread. */
  private final class Work {

    private final Callable<ToolOutput> tool;
    private final Consumer<RoundEvent.Finished> arrived;
    private final Runnable worked;
    private ToolOutput unkept;
    private boolean begun;
    private boolean open;

    Work(Callable<ToolOutput> tool, Consumer<RoundEvent.Finished> arrived, Runnable worked) {
      this.tool = tool;
      this.arrived = arrived;
      this.worked = worked;
    }

    Optional<LastWrite> answer() {
      ToolOutput output = ask();
      if (output.result().failed() || output.result().pending()) {
        unkept = output;
        return Optional.empty();
      }
      open = true;
      arrived.accept(
          new RoundEvent.Finished(call.state().callId(), () -> output, TransactionalCall.this));
      return awaitLastWrite();
    }

    private ToolOutput ask() {
      begun = true;
      try {
        return tool.call();
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      } finally {
        worked.run();
      }
    }

    private Optional<LastWrite> awaitLastWrite() {
      try {
        return order.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (TimeoutException | ExecutionException e) {
        // The run's thread supplied no write.
      }
      order.complete(Optional.empty());
      return order.join();
    }

    /** Completes the outcome after the transaction. */
    void over(Optional<Fence> written) {
      if (!open) {
        arrived.accept(finished(() -> unkept));
      } else if (written.isPresent()) {
        outcome.complete(written.get());
      } else {
        outcome.completeExceptionally(new RolledBack("the run dropped it", null));
      }
    }

    void failed(Throwable failure) {
      if (!begun) {
        worked.run();
      }
      if (open) {
        outcome.completeExceptionally(failure);
      } else if (unkept != null) {
        arrived.accept(finished(() -> unkept));
      } else {
        Throwable reason =
            failure instanceof RolledBack && failure.getCause() != null
                ? failure.getCause()
                : failure;
        arrived.accept(finished(() -> rethrow(reason)));
      }
    }
  }

  /**
   * Commits the transaction with this last write; on the run's thread.
   *
   * @throws StaleFence when the thread has another owner; nothing was committed
   * @throws RolledBack when nothing was committed for another reason
   */
  Fence commit(Fence fence, StepCommit step) {
    if (!order.complete(Optional.of(new LastWrite(fence, step)))) {
      throw new RolledBack("the run came too late", null);
    }
    try {
      return outcome.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RolledBack back && back.getCause() instanceof StaleFence stale) {
        throw stale;
      }
      return rethrow(e.getCause());
    }
  }

  /** Rolls back when the tool returns, without waiting for it. Any thread. */
  void rollBack() {
    order.complete(Optional.empty());
  }

  /** Rolls back a call whose tool has returned; waits for the end of its transaction. */
  void rolledBack() {
    rollBack();
    outcome.handle((kept, failure) -> kept).join();
  }

  private static <T> T rethrow(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }

  /**
   * Settles calls whose tools wait with an open transaction: the tool's writes are committed only
   * with its result, if that is no error after the hooks. Stateless.
   */
  static final class TransactionalResults {

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
    private record Moment(
        Snapshot state, ClientState.Published published, int events, int effects) {

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
}
