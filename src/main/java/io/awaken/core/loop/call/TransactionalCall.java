package io.awaken.core.loop.call;

import io.awaken.core.run.Fence;
import io.awaken.core.store.run.RolledBack;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.run.StepCommit;
import io.awaken.core.store.run.ToolTransactions;
import io.awaken.core.store.run.ToolTransactions.LastWrite;
import io.awaken.core.tool.ToolOutput;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A call whose tool writes in one transaction with its result. The transaction lives on the tool's
 * thread; when the tool has answered, that thread waits with it for the run's thread, which says
 * what to write last. The side that is too late finds a rollback: the wait is bounded, so that no
 * transaction stays open because of us.
 */
final class TransactionalCall {

  /** How long an answered call waits for the run's thread. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Why a tool is not asked whose call gets no thread. */
  static final String NO_THREAD = "no thread is free; try again";

  private final ToolTransactions transactions;
  private final PreparedCall call;
  private final Duration patience;
  private final Thread runs = Thread.currentThread();

  /** What to write last; empty to roll back. The first completion decides. */
  private final CompletableFuture<Optional<LastWrite>> order = new CompletableFuture<>();

  private final CompletableFuture<Fence> outcome = new CompletableFuture<>();

  /** Made on the run's thread. */
  TransactionalCall(ToolTransactions transactions, PreparedCall call) {
    this(transactions, call, PATIENCE);
  }

  TransactionalCall(ToolTransactions transactions, PreparedCall call, Duration patience) {
    this.transactions = transactions;
    this.call = call;
    this.patience = patience;
  }

  /**
   * Asks the tool within a transaction; on the tool's thread, to its end.
   *
   * @param limit the time of the tool
   * @param arrived gets the answer, while the transaction is open when it may be kept
   * @param worked is called once, when the tool itself is through
   */
  void run(
      Duration limit,
      Callable<ToolOutput> tool,
      Consumer<RoundEvent.Finished> arrived,
      Runnable worked) {
    if (Thread.currentThread() == runs) {
      // It cannot wait for itself; its executor has no threads of its own.
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

  private RoundEvent.Finished finished(Callable<ToolOutput> output) {
    return new RoundEvent.Finished(call.state().callId(), output);
  }

  /** The tool's side of it; used by the tool's thread only. */
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
      return awaitOrder();
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

    private Optional<LastWrite> awaitOrder() {
      try {
        return order.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (TimeoutException | ExecutionException e) {
        // The run's thread gave no order.
      }
      order.complete(Optional.empty());
      return order.join();
    }

    /** The transaction is over. */
    void over(Optional<Fence> written) {
      if (!open) {
        arrived.accept(finished(() -> unkept));
      } else if (written.isPresent()) {
        outcome.complete(written.get());
      } else {
        outcome.completeExceptionally(new RolledBack("nobody wanted it kept", null));
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
   * Has this written last, and everything committed; on the run's thread.
   *
   * @throws StaleFence when the thread has another owner; nothing was kept
   * @throws RolledBack when nothing was kept for another reason
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

  /** Has nothing kept, whenever the tool answers; any thread. Does not wait for it. */
  void rollBack() {
    order.complete(Optional.empty());
  }

  /** The same for a call that has answered; returns when its transaction is over. */
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
}
