package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/**
 * The calls of one step: all are gated first, then those allowed are executed, each only after a
 * commit says that it runs, and each result is committed when it arrives. Stateless.
 *
 * <p>Sequential mode runs them in the model's order on the run's thread; the parallel modes run
 * them at once (features rows 122-125).
 */
final class ToolRound {

  private final StepWriter writer;
  private final PhaseRunner phases;
  private final ToolRunner runner;
  private final ToolFanOut fanOut;
  private final BooleanSupplier draining;

  /**
   * @param draining whether no further call may begin on this node
   */
  ToolRound(
      StepWriter writer,
      PhaseRunner phases,
      ToolRunner runner,
      ToolFanOut fanOut,
      BooleanSupplier draining) {
    this.writer = writer;
    this.phases = phases;
    this.runner = runner;
    this.fanOut = fanOut;
    this.draining = draining;
  }

  /** The calls of an answer that is not committed yet; the first commit holds both. */
  void run(Activation run, Message answer) {
    List<CallState> calls =
        answer.toolCalls().stream()
            .map(
                call ->
                    new CallState(
                        run.step(),
                        call.id(),
                        call.name(),
                        call.arguments(),
                        ToolCallStatus.NEW,
                        0))
            .toList();
    execute(run, answer, calls);
  }

  /** The calls that an earlier activation left without a result: repeated under their own keys. */
  void resume(Activation run) {
    execute(run, null, run.openCalls());
  }

  private void execute(Activation run, Message answer, List<CallState> calls) {
    List<PreparedCall> prepared = calls.stream().map(call -> runner.prepare(run, call)).toList();
    List<PreparedCall> allowed = prepared.stream().filter(call -> !call.refused()).toList();
    for (PreparedCall call : allowed) {
      phases.run(run.about(call.call(), null), Phase.TOOL_GATE);
    }
    boolean parallel = run.agent.spec().toolExecutionMode().parallel();
    boolean handOver = draining.getAsBoolean();
    List<PreparedCall> begun = handOver ? allowed : begin(allowed, parallel);
    commitAnswer(run, answer, prepared, begun);
    if (allowed.isEmpty()) {
      return;
    }
    handOver(handOver);
    if (parallel && allowed.size() > 1) {
      inParallel(run, begun);
    } else {
      inSequence(run, begun);
    }
  }

  /** Marks what starts now as running: all in parallel, else the first. */
  private static List<PreparedCall> begin(List<PreparedCall> allowed, boolean parallel) {
    var begun = new ArrayList<PreparedCall>();
    for (PreparedCall call : allowed) {
      boolean starts = parallel || begun.isEmpty();
      begun.add(starts ? call.with(call.state().begun()) : call);
    }
    return begun;
  }

  private void commitAnswer(
      Activation run, Message answer, List<PreparedCall> prepared, List<PreparedCall> begun) {
    var messages = new ArrayList<Message>();
    if (answer != null) {
      messages.add(answer);
      for (ToolCall call : answer.toolCalls()) {
        run.events.emit(new AgentEvent.ToolCallReady(call.id(), call.name(), call.arguments()));
      }
    }
    var states = new ArrayList<CallState>();
    begun.forEach(call -> states.add(call.state()));
    for (PreparedCall call : prepared) {
      if (call.refused()) {
        states.add(call.state().with(ToolCallStatus.FAILED));
        messages.add(done(run, call.state(), call.refusal()));
      }
    }
    if (begun.isEmpty()) {
      endStep(run);
    }
    if (answer == null) {
      writer.commit(run, messages, List.of(), states);
    } else {
      writer.commit(run, messages, states, List.of());
    }
    states.forEach(run::update);
  }

  private void inSequence(Activation run, List<PreparedCall> begun) {
    Deque<PreparedCall> left = new ArrayDeque<>(begun);
    while (!left.isEmpty()) {
      PreparedCall call = left.poll();
      ToolResult result = call(run, call);
      boolean handOver = !left.isEmpty() && draining.getAsBoolean();
      PreparedCall next = handOver ? null : left.poll();
      if (next != null) {
        next = next.with(next.state().begun());
        left.push(next);
      }
      commitResult(run, call.state(), result, next);
      handOver(handOver);
    }
  }

  /** At a boundary of a draining node: the calls that have not begun are another owner's. */
  private static void handOver(boolean now) {
    if (now) {
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private void inParallel(Activation run, List<PreparedCall> begun) {
    record Arrived(CallState call, ToolResult result) {}
    List<Callable<Arrived>> tasks = new ArrayList<>();
    for (PreparedCall call : begun) {
      phases.run(run.about(call.call(), null), Phase.BEFORE_TOOL_EXECUTE);
      tasks.add(() -> new Arrived(call.state(), runner.execute(run, call)));
    }
    fanOut.run(
        tasks,
        run.cancellation,
        arrived -> {
          phases.run(run.about(callOf(arrived.call()), arrived.result()), Phase.AFTER_TOOL_EXECUTE);
          commitResult(run, arrived.call(), arrived.result(), null);
        });
  }

  private ToolResult call(Activation run, PreparedCall call) {
    phases.run(run.about(call.call(), null), Phase.BEFORE_TOOL_EXECUTE);
    ToolResult result = runner.execute(run, call);
    phases.run(run.about(call.call(), result), Phase.AFTER_TOOL_EXECUTE);
    return result;
  }

  /** Commits one result, together with the beginning of the next call or the end of the step. */
  private void commitResult(Activation run, CallState call, ToolResult result, PreparedCall next) {
    var state = call.with(result.failed() ? ToolCallStatus.FAILED : ToolCallStatus.SUCCEEDED);
    run.update(state);
    Message message = done(run, call, result);
    List<CallState> changed = new ArrayList<>(List.of(state));
    if (next != null) {
      changed.add(next.state());
      run.update(next.state());
    }
    if (run.openCalls().isEmpty()) {
      endStep(run);
    }
    writer.commit(run, List.of(message), List.of(), changed);
  }

  private void endStep(Activation run) {
    phases.run(run.here(), Phase.STEP_END);
    run.events.emit(new AgentEvent.StepEnd());
    run.endStep();
  }

  private static Message done(Activation run, CallState call, ToolResult result) {
    Message message = resultMessage(run, call, result);
    run.events.emit(
        new AgentEvent.ToolCallDone(
            call.callId(),
            message.id(),
            result,
            result.failed() ? ToolCallOutcome.FAILED : ToolCallOutcome.SUCCEEDED));
    return message;
  }

  static Message resultMessage(Activation run, CallState call, ToolResult result) {
    return Message.tool(
        run.resultMessageId(call.callId()), call.callId(), result.modelText(), run.metadata());
  }

  private static ToolCall callOf(CallState call) {
    return new ToolCall(call.callId(), call.toolName(), call.arguments());
  }
}
