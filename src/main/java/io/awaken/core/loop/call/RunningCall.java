package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.RunningCalls.RoundEvent;
import io.awaken.core.loop.call.ToolFanOut.ToolPermits;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Lease;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A call whose tool executes, or waits for its turn or a thread. The run's thread starts and
 * abandons it; the tool's thread enters and finishes it, and never enters an abandoned call.
 */
final class RunningCall {

  private enum Stage {
    /** For its turn or a thread. */
    WAITING,
    AT_WORK,
    THROUGH,
    /** The run abandoned it, and its tool has not returned. */
    ABANDONED,
    /** Its tool is never entered. */
    DROPPED
  }

  final PreparedCall call;
  final CallActivity activity;
  final CallTasks tasks;
  final Duration limit;
  private final CancellationToken stop = new CancellationToken();
  private final ToolCallContext context;
  private final Lease lease;
  private final TransactionalCall transaction;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
  private final ToolFanOut fanOut;
  private ToolPermits.Permit permit;
  private Task task;

  /** While it waits, the time at which it has waited too long. */
  private volatile long deadlineNanos;

  /**
   * @param transaction null when the call has none
   * @param fanOut the threads of tools
   * @param model the agent's model for the tool
   * @param tasks the thread's tasks for the tool
   * @param progress called when the tool reports progress
   */
  RunningCall(
      Activation run,
      PreparedCall call,
      TransactionalCall transaction,
      ToolFanOut fanOut,
      RoundModel model,
      CallTasks tasks,
      Runnable progress) {
    this.transaction = transaction;
    this.call = call;
    this.activity = new CallActivity(call.call(), progress);
    this.fanOut = fanOut;
    this.limit = call.tool().tool().timeLimit().orElse(fanOut.timeLimit());
    this.deadlineNanos = fanOut.nanos() + limit.toNanos();
    this.lease = run.lease();
    this.context = ToolRunner.context(run, call, stop, activity, model.of(stop), tasks);
    this.tasks = tasks;
  }

  String callId() {
    return call.state().callId();
  }

  String toolName() {
    return call.state().toolName();
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /**
   * Executes the tool when a thread is free.
   *
   * @return false when no thread is available
   */
  boolean begin(ToolRunner runner, ToolPermits.Permit with, Consumer<RoundEvent> taken) {
    permit = with;
    task = new Task(() -> work(runner, taken));
    return fanOut.execute(task, with == null);
  }

  /** The task in an executor's queue; it releases the run when the call is dropped. */
  private static final class Task implements Runnable {
    private final AtomicReference<Runnable> work;

    Task(Runnable work) {
      this.work = new AtomicReference<>(work);
    }

    @Override
    public void run() {
      Runnable now = work.getAndSet(null);
      if (now != null) {
        now.run();
      }
    }

    void clear() {
      work.set(null);
    }
  }

  /** Executes the tool on the calling thread. */
  RoundEvent work(ToolRunner runner, CancellationToken asked) {
    stage.set(Stage.AT_WORK);
    try (var stops = asked.onCancel(() -> stop.cancel(asked.reason()))) {
      Supplier<ToolOutput> outcome = outcome(() -> runner.executeInline(call, context, lease));
      return new RoundEvent.Finished(callId(), outcome);
    } finally {
      stage.set(Stage.THROUGH);
    }
  }

  private void work(ToolRunner runner, Consumer<RoundEvent> taken) {
    if (!enter()) {
      return;
    }
    if (transaction != null) {
      transaction.run(
          limit, () -> runner.execute(call, context, lease), taken::accept, this::worked);
      return;
    }
    Supplier<ToolOutput> outcome = outcome(() -> runner.execute(call, context, lease));
    worked();
    taken.accept(new RoundEvent.Finished(callId(), outcome));
  }

  /** Starts the tool's time. Sets the deadline first, since readers of the stage read it. */
  private boolean enter() {
    deadlineNanos = fanOut.nanos() + limit.toNanos();
    return stage.compareAndSet(Stage.WAITING, Stage.AT_WORK);
  }

  /** The tool has returned, so others may execute. */
  private void worked() {
    if (!stage.compareAndSet(Stage.AT_WORK, Stage.THROUGH)) {
      fanOut.stuckCalls().returned(toolName());
    }
    giveBack();
  }

  /**
   * Rolls back the tool's writes.
   *
   * @return false when it is too late
   */
  boolean rollBack() {
    if (transaction != null) {
      transaction.rollBack();
    }
    return transaction != null;
  }

  private static Supplier<ToolOutput> outcome(Supplier<ToolOutput> tool) {
    try {
      ToolOutput output = tool.get();
      return () -> output;
    } catch (RuntimeException e) {
      return () -> {
        throw e;
      };
    } catch (Error e) {
      return () -> {
        throw e;
      };
    }
  }

  /**
   * Prevents the tool from being entered.
   *
   * @return false when it was already entered
   */
  boolean drop() {
    boolean dropped = stage.compareAndSet(Stage.WAITING, Stage.DROPPED);
    if (dropped) {
      if (task != null) {
        task.clear();
      }
      giveBack();
    }
    return dropped;
  }

  /** Asks the tool to stop and abandons its result. The tool retains its thread and permit. */
  void giveUp(CancellationToken.Reason why) {
    if (stage.compareAndSet(Stage.AT_WORK, Stage.ABANDONED)) {
      fanOut.abandoned(toolName());
      stop.cancel(why);
    }
  }

  private void giveBack() {
    if (permit != null) {
      permit.giveBack();
    }
  }
}
