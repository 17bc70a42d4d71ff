package io.awaken.core.loop;

import io.awaken.core.commit.CallState;
import io.awaken.core.commit.CancelPending;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.RunEvents;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.InferenceException;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Ends a run: by itself, stopped, cancelled or failed; or hands it over. However it ends, every
 * step that began has an end and every call has a result. Stateless.
 */
final class RunEnding {

  private static final Logger LOG = System.getLogger(RunEnding.class.getName());

  private final StepWriter writer;
  private final PhaseRunner phases;
  private final HandOver handOver;

  RunEnding(StepWriter writer, PhaseRunner phases, HandOver handOver) {
    this.writer = writer;
    this.phases = phases;
    this.handOver = handOver;
  }

  /** Ends a run with the last answer, unless somebody cancelled it before. */
  void finish(Activation run, List<Message> last, TerminationReason why) {
    if (run.stepOpen()) {
      phases.run(run.here(), Phase.STEP_END);
    }
    closeStep(run);
    phases.run(run.here(), Phase.RUN_END);
    try {
      writer.finish(run, last, List.of(), why);
    } catch (CancelPending e) {
      writer.finish(run, last, List.of(), new TerminationReason.Cancelled());
    }
  }

  /** Unwinds a run that was asked to stop; only a requested cancellation is an ending. */
  void stopped(Activation run, CancellationToken.Reason reason) {
    switch (reason) {
      case REQUESTED -> abort(run, new TerminationReason.Cancelled());
      case DRAINING -> {
        boolean owned = handOver.release(run.fence());
        LOG.log(
            Level.INFO,
            "run {0} {1}",
            run.identity.runId(),
            owned
                ? "handed over; another owner continues at its last commit"
                : "was not ours any more");
      }
      case OWNERSHIP_LOST -> {
        // Its next owner continues; nothing is ours to write.
      }
    }
  }

  /** Ends a run whose model call failed. */
  void failed(Activation run, InferenceException failure) {
    String code = failure.kind().name().toLowerCase(Locale.ROOT);
    run.events.emit(new AgentEvent.Error(failure.getMessage(), code));
    abort(run, new TerminationReason.Error(failure.getMessage()));
  }

  /** Ends a run that cannot be opened: its agent or its state is not to be had any more. */
  void unopened(Claim claim, RunEvents events, String message, String code) {
    events.emit(new AgentEvent.Error(message, code));
    try {
      writer.finishUnopened(claim, events, new TerminationReason.Error(message));
    } catch (CancelPending e) {
      writer.finishUnopened(claim, events, new TerminationReason.Cancelled());
    }
  }

  private void abort(Activation run, TerminationReason why) {
    List<Message> results = new ArrayList<>();
    List<CallState> cancelled = new ArrayList<>();
    for (CallState call : run.openCalls()) {
      var result =
          ToolResult.errorWithCode(call.toolName(), "cancelled", "not executed: the run ended");
      results.add(ToolRound.resultMessage(run, call, result));
      cancelled.add(call.with(ToolCallStatus.CANCELLED));
      run.events.emit(
          new AgentEvent.ToolCallDone(
              call.callId(),
              run.resultMessageId(call.callId()),
              result,
              ToolCallOutcome.CANCELLED));
    }
    closeStep(run);
    runEnd(run);
    try {
      writer.finish(run, results, cancelled, why);
    } catch (CancelPending e) {
      writer.finish(run, results, cancelled, new TerminationReason.Cancelled());
    }
  }

  /** RunEnd happens however a run ends, also when it was asked to stop. */
  private void runEnd(Activation run) {
    phases.run(run.unstoppable(), Phase.RUN_END);
  }

  private static void closeStep(Activation run) {
    if (run.stepOpen()) {
      run.events.emit(new AgentEvent.StepEnd());
      run.endStep();
    }
  }
}
