package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import java.util.ArrayList;
import java.util.List;

/** Turns the results of a step's calls into messages, events and commits. Stateless. */
final class CallResults {

  private final StepWriter writer;
  private final PhaseRunner phases;
  private final CallHooks hooks;

  CallResults(StepWriter writer, PhaseRunner phases, CallHooks hooks) {
    this.writer = writer;
    this.phases = phases;
    this.hooks = hooks;
  }

  /**
   * Commits an answer with its calls: those that begin now, those that wait, and the results of
   * those that have one already.
   *
   * @param answer null when an earlier activation committed it
   * @param open calls whose tools are asked
   */
  void commitAnswer(
      Activation run, Message answer, List<PreparedCall> prepared, List<PreparedCall> open) {
    var messages = new ArrayList<Message>();
    var states = new ArrayList<CallState>();
    open.forEach(call -> states.add(call.state()));
    if (answer != null) {
      messages.add(answer);
      for (PreparedCall call : prepared) {
        CallState as = call.state();
        run.events.emit(new AgentEvent.ToolCallReady(as.callId(), as.toolName(), as.arguments()));
      }
    }
    var results = new ArrayList<Message>();
    for (PreparedCall call : prepared) {
      if (call.settled()) {
        results.add(done(run, call, answer == null, states));
      }
    }
    messages.addAll(results.isEmpty() ? results : hooks.messages(run, results));
    if (open.isEmpty()) {
      endStep(run);
    }
    if (answer == null) {
      write(run, messages, List.of(), states);
    } else {
      write(run, messages, states, List.of());
    }
  }

  /**
   * Commits one result, together with the beginning of the next call or the end of the step.
   *
   * @param next the call that begins with this commit; null for none
   */
  void commit(Activation run, PreparedCall settled, PreparedCall next) {
    var changed = new ArrayList<CallState>();
    Message message = done(run, settled, true, changed);
    if (next != null) {
      changed.add(next.state());
    }
    List<Message> messages = hooks.messages(run, List.of(message));
    if (run.isLastOpen(settled.state().callId())) {
      endStep(run);
    }
    write(run, messages, List.of(), changed);
  }

  private void write(
      Activation run, List<Message> messages, List<CallState> fresh, List<CallState> changed) {
    writer.commit(run, messages, fresh, changed);
    run.pending.committed();
    fresh.forEach(run::update);
    changed.forEach(run::update);
  }

  private void endStep(Activation run) {
    if (run.votes.unanimous(run.callsOfStep())) {
      run.endBecause(new TerminationReason.BehaviorRequested());
    }
    phases.run(run.here(), Phase.STEP_END);
    run.events.emit(new AgentEvent.StepEnd());
    run.endStep();
  }

  /**
   * Lets everybody see a result and tells readers of it.
   *
   * @param stored whether a commit holds the call already, so that its result must not be lost
   */
  private Message done(Activation run, PreparedCall call, boolean stored, List<CallState> changed) {
    try {
      return told(run, call, after(run, call), stored, changed);
    } catch (PluginFailure | StateException | RunCancelled e) {
      if (stored && !run.pending.holds(call.state().callId())) {
        // The run ends, and its call was executed all the same.
        told(run, call, call.result(), true, changed);
      }
      throw e;
    }
  }

  private static Message told(
      Activation run,
      PreparedCall call,
      ToolResult result,
      boolean stored,
      List<CallState> changed) {
    CallState state = call.state().with(status(call, result));
    Message message = message(run, state, result);
    changed.add(state);
    if (stored) {
      run.pending.add(message, state);
    }
    run.events.emit(
        new AgentEvent.ToolCallDone(state.callId(), message.id(), result, outcome(state.status())));
    return message;
  }

  private ToolResult after(Activation run, PreparedCall call) {
    PreparedCall seen =
        CallPreparation.guarded(
            call, () -> call.settled(hooks.after(run, call.call(), call.result())));
    return seen.result();
  }

  private static ToolCallStatus status(PreparedCall call, ToolResult result) {
    if (call.declined()) {
      return ToolCallStatus.CANCELLED;
    }
    return result.failed() ? ToolCallStatus.FAILED : ToolCallStatus.SUCCEEDED;
  }

  private static ToolCallOutcome outcome(ToolCallStatus status) {
    return switch (status) {
      case SUCCEEDED -> ToolCallOutcome.SUCCEEDED;
      case CANCELLED -> ToolCallOutcome.CANCELLED;
      default -> ToolCallOutcome.FAILED;
    };
  }

  static Message message(Activation run, CallState call, ToolResult result) {
    return Message.tool(
        run.resultMessageId(call.callId()), call.callId(), result.modelText(), run.metadata());
  }
}
