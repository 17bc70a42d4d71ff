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
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.state.StateException;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.RetryClass;
import java.util.List;

/** Turns results of a step's calls into messages and events. Stateless. */
final class CallResults {

  private final StepWriter writer;
  private final CallHooks hooks;
  private final ChildRuns children;

  CallResults(StepWriter writer, CallHooks hooks, ChildRuns children) {
    this.writer = writer;
    this.hooks = hooks;
    this.children = children;
  }

  /** Starts runs of other agents. */
  ChildRuns children() {
    return children;
  }

  /** The changes of a round, with the results as the model gets them. */
  StepChanges changes(Activation run, RoundChanges changes) {
    List<Message> messages = changes.results();
    return changes.with(messages.isEmpty() ? messages : hooks.messages(run, List.copyOf(messages)));
  }

  /** Asks a question about a call and publishes it, or starts the run that the call waits for. */
  void ask(Activation run, PreparedCall call, boolean batch, RoundChanges changes) {
    NewSuspension question = CallQuestions.ask(run, call, batch);
    changes.open(question, call.state());
    if (question.kind() == SuspensionKind.CHILD) {
      changes.start(children.submission(run, question));
      ChildRuns.announce(run, question);
      return;
    }
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
