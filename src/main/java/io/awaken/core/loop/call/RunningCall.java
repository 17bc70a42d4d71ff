package io.awaken.core.loop.call;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Lease;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A call whose tool is at work, or waits for its turn or a thread. Begun and given up by the run's
 * thread; entered and through on the tool's, which never enters a tool that was given up before.
 */
final class RunningCall {

  private enum Stage {
    /** For its turn, or for a thread. */
    WAITING,
    AT_WORK,
    THROUGH,
    /** The run gave it up, and its tool has not returned. */
    ABANDONED,
    /** Its tool is never entered. */
    DROPPED
  }

  final PreparedCall call;
  final CallActivity activity;
  final Duration limit;
  private final CancellationToken stop = new CancellationToken();
  private final ToolCallContext context;
  private final Lease lease;
  private final TransactionalCall transaction;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.WAITING);
  private final ToolFanOut fanOut;
  private ToolPermits.Permit permit;
  private Task task;

  /** While it waits, when it has waited for too long. */
  private volatile long deadlineNanos;

  /**
   * @param transaction null when the call has none
   * @param fanOut where it works
   * @param model the agent's, for the tool
   * @param told called when the tool tells of its progress
   */
  RunningCall(
      Activation run,
      PreparedCall call,
      TransactionalCall transaction,
      ToolFanOut fanOut,
      RoundModel model,
      Runnable told) {
    this.transaction = transaction;
    this.call = call;
    this.activity = new CallActivity(call.call(), told);
    this.fanOut = fanOut;
    this.limit = call.tool().tool().timeLimit().orElse(fanOut.timeLimit());
    this.deadlineNanos = fanOut.nanos() + limit.toNanos();
    this.lease = run.lease();
    this.context = ToolRunner.context(run, call, stop, activity).with(model.of(stop));
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
   * Lets the tool work as soon as there is a thread.
   *
   * @return false when there is none to be had
   */
  boolean begin(ToolRunner runner, ToolPermits.Permit with, Consumer<RoundEvent> taken) {
    permit = with;
    task = new Task(() -> work(runner, taken));
    return fanOut.execute(task, with == null);
  }

  /** What stands in an executor's queue: nothing of the run once the call is dropped. */
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
      Callable<ToolOutput> outcome = outcome(() -> runner.executeInline(call, context, lease));
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
    Callable<ToolOutput> outcome = outcome(() -> runner.execute(call, context, lease));
    worked();
    taken.accept(new RoundEvent.Finished(callId(), outcome));
  }

  /** The tool's time counts from here. The deadline is set first: a reader of the stage sees it. */
  private boolean enter() {
    deadlineNanos = fanOut.nanos() + limit.toNanos();
    return stage.compareAndSet(Stage.WAITING, Stage.AT_WORK);
  }

  /** The tool is through: others may work. */
  private void worked() {
    if (!stage.compareAndSet(Stage.AT_WORK, Stage.THROUGH)) {
      fanOut.stuckCalls().cameBack(toolName());
    }
    giveBack();
  }

  /**
   * Has nothing kept of what it writes.
   *
   * @return false when that cannot be had
   */
  boolean rollBack() {
    if (transaction != null) {
      transaction.rollBack();
    }
    return transaction != null;
  }

  private static Callable<ToolOutput> outcome(Supplier<ToolOutput> tool) {
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
   * Has its tool never entered.
   *
   * @return false when it was entered before
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

  /** Asks the tool to stop and gives up its result. Its thread and permit stay with it. */
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
