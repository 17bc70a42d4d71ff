package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The calls of a step whose tools are at work, and what reaches the run's thread meanwhile. Tools
 * work on threads of their own: one that takes too long is asked to stop and not waited for. Only
 * one that says it just computes works on the run's, when it is the only one. Used by the run's own
 * thread only.
 */
final class RunningCalls implements AutoCloseable {

  private static final Logger LOG = System.getLogger(RunningCalls.class.getName());

  private final Activation run;
  private final ToolRunner runner;
  private final ToolFanOut fanOut;
  private final LinkedBlockingQueue<RoundEvent> arrived = new LinkedBlockingQueue<>();
  private final Map<String, RunningCall> running = new HashMap<>();
  private final Deque<RunningCall> waiting = new ArrayDeque<>(0);
  private final Runnable turn = () -> arrived.add(new RoundEvent.Turn());
  private final CancellationToken.Registration stops;
  private final CancellationToken.Registration hints;

  RunningCalls(Activation run, ToolRunner runner, ToolFanOut fanOut) {
    this.run = run;
    this.runner = runner;
    this.fanOut = fanOut;
    this.stops = run.cancellation.onCancel(() -> arrived.add(new RoundEvent.Stopped()));
    this.hints = run.inbox.onRaise(() -> arrived.add(new RoundEvent.Stored()));
    if (run.inbox.raised()) {
      arrived.add(new RoundEvent.Stored());
    }
  }

  boolean isEmpty() {
    return running.isEmpty();
  }

  boolean has(String callId) {
    return running.containsKey(callId);
  }

  /**
   * Lets a call's tool work, as soon as it is its turn.
   *
   * @param alone whether no other call of the step is at work
   */
  void start(PreparedCall call, boolean alone) {
    var next =
        new RunningCall(
            run,
            call,
            runner.transaction(call),
            fanOut.timeLimit(),
            () -> arrived.add(new RoundEvent.Told()));
    running.put(next.callId(), next);
    if (alone && runner.inline(call)) {
      arrived.add(next.work(runner, run.cancellation));
    } else if (alone) {
      begin(next, null);
    } else {
      inTurn(next);
    }
  }

  private void inTurn(RunningCall next) {
    ToolPermits.Permit permit = fanOut.permits().request(turn);
    if (permit == null) {
      waiting.add(next);
    } else {
      begin(next, permit);
    }
  }

  private void begin(RunningCall call, ToolPermits.Permit permit) {
    call.begin(runner, fanOut, permit, arrived::add);
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
          RunningCall call = running.remove(finished.callId());
          if (call != null) {
            tell(call.activity.end());
            return finished;
          }
        }
        case RoundEvent.Told told -> running.values().forEach(call -> tell(call.activity.drain()));
        case RoundEvent.Turn mine -> begin(waiting.remove(), fanOut.permits().take());
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

  /** Only what waits for its turn has no deadline. */
  private long untilDeadline() {
    RunningCall first = first();
    return first == null ? Long.MAX_VALUE : Math.max(0, first.deadlineNanos() - fanOut.nanos());
  }

  private RunningCall first() {
    return running.values().stream()
        .filter(RunningCall::begun)
        .min(Comparator.comparingLong(RunningCall::deadlineNanos))
        .orElse(null);
  }

  private RoundEvent tookTooLong() {
    RunningCall late = first();
    String tool = late.call.state().toolName();
    running.remove(late.callId());
    tell(late.activity.end());
    boolean rolledBack = late.rollBack();
    late.giveUp(fanOut, CancellationToken.Reason.OWNERSHIP_LOST);
    LOG.log(
        Level.WARNING,
        "call {0} of tool {1} took longer than {2}; it is asked to stop, the model gets an error"
            + " result and the run goes on; {3} tools have not come back",
        late.callId(),
        tool,
        late.limit,
        fanOut.stuck());
    ToolResult result = ToolRunner.timeout(tool, late.limit, rolledBack);
    return new RoundEvent.Finished(late.callId(), () -> ToolOutput.of(result));
  }

  /** When the round ends early, tools that still run have nobody to answer to. */
  @Override
  public void close() {
    stops.close();
    hints.close();
    waiting.forEach(call -> fanOut.permits().withdraw(turn));
    for (RunningCall call : running.values()) {
      if (call.rollBack()) {
        run.pending.rolledBack(call.callId());
      }
      call.giveUp(fanOut, reason());
    }
  }

  private CancellationToken.Reason reason() {
    CancellationToken.Reason why = run.cancellation.reason();
    return why == null ? CancellationToken.Reason.OWNERSHIP_LOST : why;
  }
}
