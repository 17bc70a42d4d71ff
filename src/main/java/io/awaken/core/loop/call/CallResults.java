package io.awaken.core.loop.call;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.ToolCallOutcome;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.loop.activation.StepWriter;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageBytes;
import io.awaken.core.message.ToolResult;
import io.awaken.core.model.LeftOutMedia;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateException;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunCommit.CancelPending;
import io.awaken.core.store.run.RunCommit.DecisionPending;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.tool.RetryClass;
import java.util.List;

/** Turns results of a step's calls into messages, events and commits. Stateless. */
final class CallResults {

  private final StepWriter writer;
  private final PhaseRunner phases;
  private final CallHooks hooks;

  CallResults(StepWriter writer, PhaseRunner phases, CallHooks hooks) {
    this.writer = writer;
    this.phases = phases;
    this.hooks = hooks;
  }

  /** Commits changes of a round, if any. */
  void commit(Activation run, RoundChanges changes) {
    write(run, changes.with(messages(run, changes)), changes);
  }

  /** Commits after the round was aborted, without calling plugins. */
  void commitBrokenOff(Activation run, RoundChanges changes) {
    write(run, changes.with(changes.results()), changes);
  }

  /** Commits through another write. */
  void commit(Activation run, RoundChanges changes, StepWriter.FencedWrite as) {
    StepChanges now = changes.with(messages(run, changes));
    writer.commit(run, now, as);
    taken(run, now, changes);
  }

  /** Commits with the end of the step. */
  void endStep(Activation run, RoundChanges changes) {
    List<Message> messages = messages(run, changes);
    if (changes.votes().unanimous(run.callsOfStep())) {
      run.endBecause(new TerminationReason.BehaviorRequested());
    }
    phases.run(run.here(), Phase.STEP_END);
    run.events().emit(new AgentEvent.StepEnd());
    run.endStep();
    write(run, changes.with(messages), changes);
  }

  /**
   * Commits changes of a round and parks the run.
   *
   * @return false when a decision came first: the changes are committed and the run continues
   * @throws RunCancelled when a cancellation came first; nothing was written
   */
  boolean park(Activation run, RoundChanges changes) {
    StepChanges last = changes.with(messages(run, changes));
    try {
      writer.park(run, last);
      taken(run, last, changes);
      return true;
    } catch (CancelPending e) {
      throw new RunCancelled(CancellationToken.Reason.REQUESTED);
    } catch (DecisionPending e) {
      write(run, last, changes);
      return false;
    }
  }

  private List<Message> messages(Activation run, RoundChanges changes) {
    List<Message> results = changes.results();
    return results.isEmpty() ? results : hooks.messages(run, List.copyOf(results));
  }

  private void write(Activation run, StepChanges now, RoundChanges changes) {
    writer.commit(run, now);
    taken(run, now, changes);
  }

  private static void taken(Activation run, StepChanges now, RoundChanges changes) {
    now.newCalls().forEach(run.openCalls()::update);
    now.changedCalls().forEach(run.openCalls()::update);
    run.questions().close(now.suspensions().cancelled());
    changes.clear();
  }

  /** Asks a question about a call and publishes it. */
  void ask(Activation run, PreparedCall call, boolean batch, RoundChanges changes) {
    NewSuspension question = CallQuestions.ask(run, call, batch);
    changes.open(question, call.state());
    CallState state = call.state();
    run.events()
        .emit(
            new AgentEvent.ToolCallDone(
                state.callId(),
                run.resultMessageId(state.callId()),
                ToolResult.suspended(state.toolName(), question.ticket().remembering(null)),
                ToolCallOutcome.SUSPENDED));
  }

  /** Passes a call's result through the hooks and publishes it. */
  void settle(Activation run, PreparedCall call, RoundChanges changes) {
    // A committed call, or one whose tool was entered, must not lose its result.
    boolean stored =
        !changes.isFresh(call.state().callId()) || call.state().status() == ToolCallStatus.RUNNING;
    try {
      publish(run, call, after(run, call, changes), stored, changes);
    } catch (PluginFailure | StateException | RunCancelled e) {
      if (stored && !run.pending().contains(call.state().callId())) {
        // The run ends, but its call was executed.
        publish(run, call, call.result(), true, changes);
      }
      throw e;
    }
  }

  /** Publishes a result and records it. */
  void publish(
      Activation run, PreparedCall call, ToolResult whole, boolean stored, RoundChanges changes) {
    ToolResult result = writer.separated(run, bounded(run, whole.whole(), changes));
    CallState state = call.state().with(status(call, result));
    ToolResult counts =
        run.publishResult(
            new AgentEvent.ToolCallDone(
                state.callId(),
                run.resultMessageId(state.callId()),
                result,
                outcome(state.status())));
    Message message = message(run, state, counts);
    boolean executed = call.state().status() == ToolCallStatus.RUNNING;
    boolean safe =
        executed && call.tool() != null && call.tool().tool().retryClass() == RetryClass.SAFE;
    changes.result(message, state, safe);
    if (stored) {
      run.pending().add(message, state);
    }
  }

  /** Media beyond the limit of the step becomes a text, in events and history alike. */
  private static ToolResult bounded(Activation run, ToolResult result, RoundChanges changes) {
    if (result.content().isEmpty()) {
      return result;
    }
    long[] room = {run.window().mediaRoom(run.metadata(), changes.results())};
    List<ContentBlock> blocks =
        LeftOutMedia.replacedBlocks(
            result.content(),
            media -> {
              long bytes = MessageBytes.of(media);
              room[0] -= bytes;
              if (room[0] >= 0) {
                return null;
              }
              room[0] += bytes;
              return "the results of this step have too many bytes of media";
            });
    return blocks == result.content() ? result : result.with(blocks);
  }

  /** The result after the hooks. */
  ToolResult after(Activation run, PreparedCall call, RoundChanges changes) {
    PreparedCall seen =
        CallPreparation.guarded(
            call,
            () -> call.settled(hooks.after(run, call.call(), call.result(), changes.votes())));
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

  private static Message message(Activation run, CallState call, ToolResult result) {
    return Message.tool(
        run.resultMessageId(call.callId()),
        call.callId(),
        result.modelContent(),
        run.metadata().sentAs(sentAs(run.questions().last(call.callId()))));
  }

  /** The id under which a client sent the result, or null. */
  private static String sentAs(SuspensionRecord question) {
    return question == null || question.decision() == null ? null : question.decision().messageId();
  }
}
