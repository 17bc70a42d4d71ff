package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The calls of a step whose tools are at work, and what reaches the run's thread meanwhile. Tools
 * work on threads of their own: one that takes too long is asked to stop and not waited for. Used
 * by the run's own thread only.
 */
final class RunningCalls implements AutoCloseable {

  private static final Logger LOG = System.getLogger(RunningCalls.class.getName());

  private final Activation run;
  private final ToolRunner runner;
  private final ToolFanOut fanOut;
  private final LinkedBlockingQueue<RoundEvent> arrived = new LinkedBlockingQueue<>();
  private final Map<String, Running> running = new HashMap<>();
  private final CancellationToken.Registration stops;
  private final CancellationToken.Registration hints;

  RunningCalls(Activation run, ToolRunner runner, ToolFanOut fanOut) {
    this.run = run;
    this.runner = runner;
    this.fanOut = fanOut;
    this.stops = run.cancellation.onCancel(() -> arrived.add(new RoundEvent.Stopped()));
    this.hints = run.inbox.onRaise(() -> arrived.add(new RoundEvent.Stored()));
  }

  /**
   * @param transaction null when the call has none
   */
  private record Running(
      PreparedCall call,
      CancellationToken stop,
      CallActivity activity,
      TransactionalCall transaction,
      long deadlineNanos) {

    Duration limit(ToolFanOut fanOut) {
      return call.tool().tool().timeLimit().orElse(fanOut.timeLimit());
    }

    /**
     * Has nothing kept of it.
     *
     * @return false when that cannot be had
     */
    boolean rollBack() {
      if (transaction != null) {
        transaction.rollBack();
      }
      return transaction != null;
    }
  }

  boolean isEmpty() {
    return running.isEmpty();
  }

  boolean has(String callId) {
    return running.containsKey(callId);
  }

  /**
   * @param alone whether no other call of the step is at work
   */
  void start(PreparedCall call, boolean alone) throws InterruptedException {
    String callId = call.state().callId();
    var stop = new CancellationToken();
    var activity = new CallActivity(call.call(), () -> arrived.add(new RoundEvent.Told()));
    TransactionalCall transaction = runner.transaction(call);
    Duration limit = call.tool().tool().timeLimit().orElse(fanOut.timeLimit());
    long deadline = fanOut.nanos() + limit.toNanos();
    running.put(callId, new Running(call, stop, activity, transaction, deadline));
    Callable<ToolOutput> tool = () -> runner.execute(run, call, stop, activity);
    if (transaction == null) {
      fanOut.start(
          tool,
          outcome -> arrived.add(new RoundEvent.Finished(callId, outcome)),
          alone,
          run.cancellation);
    } else {
      fanOut.start(
          worked -> transaction.run(limit, tool, arrived::add, worked), alone, run.cancellation);
    }
  }

  /** Waits for the next thing that matters; what late tools say does not. */
  RoundEvent next() throws InterruptedException {
    while (true) {
      RoundEvent event = arrived.poll(untilDeadline(), TimeUnit.NANOSECONDS);
      switch (event) {
        case null -> {
          return tookTooLong();
        }
        case RoundEvent.Finished finished -> {
          Running call = running.remove(finished.callId());
          if (call != null) {
            tell(call.activity().end());
            return finished;
          }
        }
        case RoundEvent.Told told ->
            running.values().forEach(call -> tell(call.activity().drain()));
        case RoundEvent.Stopped stopped -> run.cancellation.throwIfCancelled();
        case RoundEvent.Stored stored -> {
          return stored;
        }
      }
    }
  }

  private void tell(List<AgentEvent> news) {
    news.forEach(run.events::emit);
  }

  private long untilDeadline() {
    return Math.max(0, first().deadlineNanos() - fanOut.nanos());
  }

  private Running first() {
    return running.values().stream()
        .min(Comparator.comparingLong(Running::deadlineNanos))
        .orElseThrow();
  }

  private RoundEvent tookTooLong() {
    Running late = first();
    String callId = late.call().state().callId();
    String tool = late.call().state().toolName();
    running.remove(callId);
    tell(late.activity().end());
    late.stop().cancel(CancellationToken.Reason.OWNERSHIP_LOST);
    boolean rolledBack = late.rollBack();
    Duration limit = late.limit(fanOut);
    LOG.log(
        Level.WARNING,
        "call {0} of tool {1} took longer than {2}; it is asked to stop, the model gets an error"
            + " result and the run goes on",
        callId,
        tool,
        limit);
    ToolResult result =
        ToolResult.errorWithCode(
            tool,
            "timeout",
            "the tool did not answer within "
                + limit
                + (rolledBack ? "; what it wrote is rolled back" : "; what it did is not known"));
    return new RoundEvent.Finished(callId, () -> ToolOutput.of(result));
  }

  /** When the round ends early, tools that still run have nobody to answer to. */
  @Override
  public void close() {
    stops.close();
    hints.close();
    running.forEach(
        (callId, call) -> {
          if (call.rollBack()) {
            run.pending.rolledBack(callId);
          }
          call.stop().cancel(reason());
        });
  }

  private CancellationToken.Reason reason() {
    CancellationToken.Reason why = run.cancellation.reason();
    return why == null ? CancellationToken.Reason.OWNERSHIP_LOST : why;
  }
}
