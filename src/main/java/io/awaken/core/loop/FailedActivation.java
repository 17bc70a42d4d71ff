package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunEvents;
import io.awaken.core.loop.RunOpening.CommittedProgress;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.RunQuestions;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.loop.call.UnexecutedCall;
import io.awaken.core.message.Message;
import io.awaken.core.plugin.context.RunSummary;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.OwnerlessEnding;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.suspension.SuspensionChanges;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends a run that cannot be opened because its agent or its state is unavailable. Completes what an
 * earlier activation left open and notifies the plugins of all agents; those of its own agent are
 * unavailable. Stateless.
 */
final class FailedActivation {

  private final LoopPorts ports;
  private final StepWriter writer;
  private final AgentHooks hooks;

  FailedActivation(LoopPorts ports, StepWriter writer, AgentHooks hooks) {
    this.ports = ports;
    this.writer = writer;
    this.hooks = hooks;
  }

  /**
   * @param message the reason, safe to show to clients
   * @param code the reason for machines
   */
  void end(Claim claim, Activation run, String message, String code) {
    var error = new AgentEvent.Error(message, code);
    end(claim, run, error, new TerminationReason.Error(message));
  }

  /** Ends a run that was asked to stop before it was opened. */
  void stop(Claim claim, Activation run, CancellationToken.Reason reason) {
    if (reason == CancellationToken.Reason.OVERDUE) {
      TerminationReason.Error why = OwnerlessEnding.timeUsedUp();
      end(claim, run, new AgentEvent.Error(why.value(), OwnerlessEnding.OVERDUE), why);
    } else {
      end(claim, run, null, new TerminationReason.Cancelled());
    }
  }

  private void end(Claim claim, Activation run, AgentEvent.Error error, TerminationReason why) {
    RunEvents events = run.events();
    boolean first = !claim.begun();
    var past =
        first
            ? CommittedProgress.NONE
            : CommittedProgress.read(ports.stores().log(), claim.runId());
    List<CallState> open =
        first
            ? List.of()
            : ports.stores().runs().calls(claim.runId()).stream()
                .filter(call -> !call.status().terminal())
                .toList();
    if (past.lastSequence() == 0) {
      events.emit(RunOpening.runStart(claim));
    }
    var results = new ArrayList<Message>();
    for (CallState call : open) {
      results.add(UnexecutedCall.settleAtEnd(run, call));
    }
    if (past.stepOpen()) {
      events.emit(new AgentEvent.StepEnd());
    }
    if (error != null) {
      events.emit(error);
    }
    List<CallState> ended = open.stream().map(call -> call.with(ToolCallStatus.CANCELLED)).toList();
    SuspensionChanges questions = open.isEmpty() ? SuspensionChanges.NONE : unanswered(claim, run);
    var last = new StepChanges(results, List.of(), ended, questions, List.of());
    hooks.endAborted(run, StepWriter.summary(run, outcome(past, why)));
    hooks.stored(run, write(claim, run, past, last, why));
  }

  private RunSummary write(
      Claim claim,
      Activation run,
      CommittedProgress past,
      StepChanges last,
      TerminationReason why) {
    try {
      return writer.finishUnopened(run, claim.begun(), last, outcome(past, why));
    } catch (CancelPending e) {
      return writer.finishUnopened(
          run, claim.begun(), last, outcome(past, new TerminationReason.Cancelled()));
    }
  }

  private static RunOutcome outcome(CommittedProgress past, TerminationReason why) {
    var usage = past.usage();
    return new RunOutcome(
        why, null, past.steps(), usage.inputTokens(), usage.outputTokens(), usage.cost());
  }

  /** Closes the open questions, since the run will not use their answers. */
  private SuspensionChanges unanswered(Claim claim, Activation run) {
    RunQuestions questions = run.questions();
    questions.read(ports.stores().suspensions().ofRun(claim.runId()));
    return new SuspensionChanges(List.of(), List.of(), questions.unanswered());
  }
}
