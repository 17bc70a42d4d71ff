package io.awaken.core.loop;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A call whose tool is at work, or waits for its turn. Begun and given up by the run's thread,
 * through on the tool's.
 */
final class RunningCall {

  private enum Stage {
    AT_WORK,
    THROUGH,
    GIVEN_UP
  }

  final PreparedCall call;
  final CallActivity activity;
  final Duration limit;
  private final CancellationToken stop = new CancellationToken();
  private final ToolCallContext context;
  private final TransactionalCall transaction;
  private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.AT_WORK);
  private ToolPermits.Permit permit;
  private long deadlineNanos;
  private boolean begun;

  /**
   * @param transaction null when the call has none
   * @param usual the limit of tools without one of their own
   * @param told called when the tool tells of its progress
   */
  RunningCall(
      Activation run,
      PreparedCall call,
      TransactionalCall transaction,
      Duration usual,
      Runnable told) {
    this.transaction = transaction;
    this.call = call;
    this.activity = new CallActivity(call.call(), told);
    this.limit = call.tool().tool().timeLimit().orElse(usual);
    this.context = ToolRunner.context(run, call, stop, activity);
  }

  String callId() {
    return call.state().callId();
  }

  boolean begun() {
    return begun;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  /** Lets the tool work; its time counts from here. */
  void begin(
      ToolRunner runner, ToolFanOut fanOut, ToolPermits.Permit with, Consumer<RoundEvent> taken) {
    begun = true;
    permit = with;
    deadlineNanos = fanOut.nanos() + limit.toNanos();
    fanOut.execute(() -> work(runner, taken, () -> worked(fanOut)), with == null);
  }

  /** Lets the tool work here and now, which nobody has to wait for. */
  RoundEvent work(ToolRunner runner, CancellationToken asked) {
    try (var stops = asked.onCancel(() -> stop.cancel(asked.reason()))) {
      Callable<ToolOutput> outcome = outcome(() -> runner.executeInline(call, context));
      return new RoundEvent.Finished(callId(), outcome);
    }
  }

  private void work(ToolRunner runner, Consumer<RoundEvent> taken, Runnable worked) {
    if (transaction != null) {
      transaction.run(limit, () -> runner.execute(call, context), taken::accept, worked);
      return;
    }
    Callable<ToolOutput> outcome = outcome(() -> runner.execute(call, context));
    worked.run();
    taken.accept(new RoundEvent.Finished(callId(), outcome));
  }

  /** The tool is through: others may work. */
  private void worked(ToolFanOut fanOut) {
    if (!stage.compareAndSet(Stage.AT_WORK, Stage.THROUGH)) {
      fanOut.cameBack();
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

  /** Asks the tool to stop; nobody waits for it any more. */
  void giveUp(ToolFanOut fanOut, CancellationToken.Reason why) {
    if (begun && stage.compareAndSet(Stage.AT_WORK, Stage.GIVEN_UP)) {
      fanOut.abandoned();
      stop.cancel(why);
      giveBack();
    }
  }

  private void giveBack() {
    if (permit != null) {
      permit.giveBack();
    }
  }
}
