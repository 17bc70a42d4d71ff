package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.ToolFanOut.ToolPermits;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.store.run.CallState;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The executing calls of a step and the events for the run's thread. Tools execute on their own
 * threads. A tool that exceeds its time is asked to stop and abandoned; a call that waits too long
 * for its turn or a thread is not executed. Only a single tool declared as pure computation
 * executes on the run's thread. Confined to the run's thread.
 */
final class RunningCalls implements AutoCloseable {

  private static final Logger LOG = System.getLogger(RunningCalls.class.getName());

  private final Activation run;
  private final ToolRunner runner;
  private final ToolFanOut fanOut;
  private final RoundModel model;
  private final ChildRuns children;
  private final RoundTasks places;

  /** The tasks of the thread, for each call of the round. */
  private final Map<String, CallTasks> tasks = new HashMap<>();

  private final LinkedBlockingQueue<RoundEvent> arrived = new LinkedBlockingQueue<>();
  private final Map<String, RunningCall> running = new HashMap<>();

  /** Calls that wait for a turn. */
  private final Map<RunningCall, ToolPermits.Turn> waiting = new HashMap<>(0);

  private final CancellationToken.Registration stops;
  private final CancellationToken.Registration hints;

  RunningCalls(
      Activation run, ToolRunner runner, ToolFanOut fanOut, CallHooks hooks, CallResults results) {
    this.run = run;
    this.runner = runner;
    this.fanOut = fanOut;
    this.model = new RoundModel(run, hooks, arrived::add, fanOut::nanos);
    this.children = results.children();
    this.places = new RoundTasks(children);
    this.stops = run.cancellation().onCancel(() -> arrived.add(new RoundEvent.Stopped()));
    this.hints = run.inbox().onRaise(() -> arrived.add(new RoundEvent.Stored()));
    if (run.inbox().raised()) {
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
   * The last check before calls that a commit marks as running are started.
   *
   * @throws RunCancelled when the run was asked to stop; the tools are never entered
   */
  void stopBefore(List<PreparedCall> begun) {
    try {
      run.cancellation().throwIfCancelled();
    } catch (RunCancelled e) {
      begun.forEach(call -> run.pending().unentered(call.state().callId()));
      throw e;
    }
  }

  /**
   * Executes a call's tool when it gets its turn.
   *
   * @param alone whether no other call of the step executes
   */
  void start(PreparedCall call, boolean alone) {
    var next =
        new RunningCall(
            run,
            call,
            runner.transaction(call),
            fanOut,
            model,
            tasks(call.state()),
            () -> arrived.add(new RoundEvent.Progress()));
    running.put(next.callId(), next);
    String refusal = fanOut.stuckCalls().refusal(next.toolName());
    if (refusal != null) {
      refuse(next, refusal);
    } else if (alone && runner.inline(call)) {
      arrived.add(next.work(runner, run.cancellation()));
    } else if (alone) {
      begin(next, null);
    } else {
      inTurn(next);
    }
  }

  private CallTasks tasks(CallState call) {
    return tasks.computeIfAbsent(
        call.callId(), id -> new CallTasks(run, children, places, id, ToolRunner.key(run, call)));
  }

  /** Adds the tasks that a call has started to the commit of its result, unless it failed. */
  ToolResult withTasks(CallState call, ToolResult result) {
    if (!result.failed() && !result.pending()) {
      tasks(call).keep();
    }
    return result;
  }

  private void inTurn(RunningCall next) {
    Runnable check = () -> arrived.add(new RoundEvent.Turn(next));
    waiting.put(next, fanOut.permits().request(next.toolName(), check));
    turnOf(next);
  }

  private void begin(RunningCall call, ToolPermits.Permit permit) {
    if (!call.begin(runner, permit, arrived::add)) {
      refuse(call, TransactionalCall.NO_THREAD);
    }
  }

  /** A call that no longer waits has withdrawn, and its permit went to others. */
  private void turnOf(RunningCall call) {
    ToolPermits.Turn turn = waiting.get(call);
    if (turn == null) {
      return;
    }
    String refusal = fanOut.stuckCalls().refusal(call.toolName());
    ToolPermits.Permit permit = turn.take();
    if (refusal != null) {
      waiting.remove(call);
      turn.withdraw();
      refuse(call, refusal);
    } else if (permit != null) {
      waiting.remove(call);
      begin(call, permit);
    }
  }

  private void refuse(RunningCall call, String why) {
    call.drop();
    arrived.add(unavailable(call, why));
  }

  private RoundEvent.Finished unavailable(RunningCall call, String why) {
    LOG.log(
        Level.WARNING,
        "call {0} of tool {1} is not executed: {2}; the model gets an error result and the run"
            + " continues; {3} tools have not returned",
        call.callId(),
        call.toolName(),
        why,
        fanOut.stuck());
    ToolResult result = UnexecutedCall.unavailable(call.call.state(), why);
    return new RoundEvent.Finished(call.callId(), () -> ToolOutput.of(result));
  }

  /** Waits for the next relevant event; skips events of abandoned tools. */
  RoundEvent next() throws InterruptedException {
    while (true) {
      RoundEvent event = arrived.poll(untilDeadline(), TimeUnit.NANOSECONDS);
      switch (event) {
        case null -> {
          RoundEvent late = late();
          if (late != null) {
            return late;
          }
        }
        case RoundEvent.Finished finished -> {
          RunningCall call = running.remove(finished.callId());
          if (call != null) {
            end(call);
            return finished;
          }
        }
        case RoundEvent.Progress progress ->
            running.values().forEach(call -> publish(call.activity.drain()));
        case RoundEvent.Used used -> model.count(used);
        case RoundEvent.Turn turn -> turnOf(turn.call());
        case RoundEvent.Stopped stopped -> run.cancellation().throwIfCancelled();
        case RoundEvent.Stored stored -> {
          return stored;
        }
      }
    }
  }

  private void end(RunningCall call) {
    publish(call.activity.end());
    run.events().complete(CallActivity.stream(call.callId(), call.toolName(), "").key());
  }

  private void publish(List<AgentEvent> news) {
    news.forEach(run.events()::emit);
  }

  private long untilDeadline() {
    RunningCall first = first();
    return first == null ? Long.MAX_VALUE : Math.max(0, first.deadlineNanos() - fanOut.nanos());
  }

  private RunningCall first() {
    return running.values().stream()
        .min(Comparator.comparingLong(RunningCall::deadlineNanos))
        .orElse(null);
  }

  /** The event for the call whose time is up; null when it started just in time. */
  private RoundEvent late() {
    RunningCall call = first();
    if (isOverdue(call) && call.drop()) {
      return waitedTooLong(call);
    }
    return isOverdue(call) ? tookTooLong(call) : null;
  }

  private boolean isOverdue(RunningCall call) {
    return call.deadlineNanos() <= fanOut.nanos();
  }

  private RoundEvent waitedTooLong(RunningCall late) {
    running.remove(late.callId());
    ToolPermits.Turn turn = waiting.remove(late);
    if (turn != null) {
      turn.withdraw();
    }
    return unavailable(
        late,
        (turn == null ? "no thread was free within " : "other calls left it no turn within ")
            + late.limit);
  }

  private RoundEvent tookTooLong(RunningCall late) {
    running.remove(late.callId());
    end(late);
    boolean rolledBack = late.rollBack();
    late.giveUp(CancellationToken.Reason.OWNERSHIP_LOST);
    LOG.log(
        Level.WARNING,
        "call {0} of tool {1} took longer than {2}; it is asked to stop, the model gets an error"
            + " result and the run continues; {3} tools have not returned",
        late.callId(),
        late.toolName(),
        late.limit,
        fanOut.stuck());
    ToolResult result = ToolRunner.timeout(late.toolName(), late.limit, rolledBack);
    return new RoundEvent.Finished(late.callId(), () -> ToolOutput.of(result));
  }

  /** Drops the results of executing tools when the round ends early. */
  @Override
  public void close() {
    stops.close();
    hints.close();
    waiting.values().forEach(ToolPermits.Turn::withdraw);
    for (RunningCall call : running.values()) {
      if (call.drop()) {
        run.pending().unentered(call.callId());
      } else if (call.rollBack()) {
        run.pending().rolledBack(call.callId());
      }
      call.giveUp(reason());
    }
    for (RoundEvent event : arrived) {
      if (event instanceof RoundEvent.Used used) {
        model.record(used);
      }
    }
  }

  private CancellationToken.Reason reason() {
    CancellationToken.Reason why = run.cancellation().reason();
    return why == null ? CancellationToken.Reason.OWNERSHIP_LOST : why;
  }

  /** An event for a run's thread while calls of a step execute. */
  sealed interface RoundEvent {

    /**
     * A call's tool has finished.
     *
     * @param open the call when its tool's transaction is open and waits for the result; else null
     */
    record Finished(String callId, Supplier<ToolOutput> outcome, TransactionalCall open)
        implements RoundEvent {

      /** For a tool without an open transaction. */
      Finished(String callId, Supplier<ToolOutput> outcome) {
        this(callId, outcome, null);
      }
    }

    /** A message or decision was stored for the run. */
    record Stored() implements RoundEvent {}

    /** A tool reports progress. */
    record Progress() implements RoundEvent {}

    /**
     * A tool has called the agent's model.
     *
     * @param model the id of the last model
     * @param usage null when the provider reported none
     * @param counted completed when the run has counted the usage
     */
    record Used(String model, TokenUsage usage, long tookMillis, CountDownLatch counted)
        implements RoundEvent {}

    /** A waiting call may have got its turn, or exceeded its waiting time. */
    record Turn(RunningCall call) implements RoundEvent {}

    /** The run was asked to stop. */
    record Stopped() implements RoundEvent {}
  }
}
