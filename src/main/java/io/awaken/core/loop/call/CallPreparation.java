package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.ToolException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Takes a call up to the point where its tool may be asked: lookup, argument checks, before-tool
 * hooks, gates. Whatever stands against it becomes its result. Stateless.
 */
final class CallPreparation {

  private final ToolRunner runner;
  private final CallHooks hooks;

  CallPreparation(ToolRunner runner, CallHooks hooks) {
    this.runner = runner;
    this.hooks = hooks;
  }

  /** A call as it was left, with what was decided about it. */
  PreparedCall found(Activation run, CallState call) {
    PreparedCall found = PreparedCall.of(call, run.agent().tools().get(call.toolName()));
    return found.with(CallQuestions.approval(run, found));
  }

  /**
   * @param fresh whether the call comes from the model just now; one that an earlier activation
   *     left has its before-tool hooks behind it, but is gated again
   */
  PreparedCall prepare(Activation run, CallState call, boolean fresh) {
    PreparedCall prepared =
        fresh ? PreparedCall.of(call, run.agent().tools().get(call.toolName())) : found(run, call);
    if (prepared.tool() == null) {
      return unknown(prepared, "there is no tool named " + call.toolName());
    }
    if (fresh && run.offer().hides(call.toolName())) {
      return unknown(prepared, run.offer().denial(call.toolName()));
    }
    return told(guarded(prepared, () -> checked(run, prepared, fresh)));
  }

  /** What keeps a call from being executed is not the whole if an earlier attempt had begun. */
  private static PreparedCall told(PreparedCall call) {
    return call.settled() && call.state().attempt() > 0 ? call.begunBefore() : call;
  }

  private static PreparedCall unknown(PreparedCall call, String why) {
    return call.settled(
        ToolRunner.error(
            call.state().toolName(), new ToolException(ToolException.Kind.NOT_FOUND, why)));
  }

  private PreparedCall checked(Activation run, PreparedCall call, boolean fresh) {
    PreparedCall now = runner.check(call);
    if (fresh && !now.settled()) {
      PreparedCall before = now;
      now = hooks.before(run, before);
      boolean rewritten = !now.state().arguments().equals(before.state().arguments());
      now = rewritten && !now.settled() ? runner.check(now) : now;
    }
    return now.settled() ? now : hooks.gate(run, now);
  }

  /** Asks the gates of a call again, on the state as it is now. */
  PreparedCall gate(Activation run, PreparedCall call) {
    return told(guarded(call, () -> hooks.gate(run, call)));
  }

  /** The last hooks before a tool, once: not for a call that had begun before. */
  PreparedCall entering(Activation run, PreparedCall call) {
    boolean again = call.state().attempt() > 0;
    return again ? call : guarded(call, () -> hooks.entering(run, call));
  }

  /**
   * A suspended call whose question is answered (features rows 185-186): it is cancelled, or goes
   * on as its ticket says, through the gates once more.
   */
  PreparedCall decided(Activation run, PreparedCall call, SuspensionRecord question) {
    Decision decision = question.decision();
    String tool = call.state().toolName();
    boolean told = CallQuestions.isOfTool(question);
    if (decision.action() == DecisionAction.CANCEL && !told) {
      boolean begun = call.state().attempt() > 0 && question.kind() == SuspensionKind.APPROVAL;
      String why = refusal(question) + (begun ? "; " + UnexecutedCall.BEGUN_BEFORE : "");
      return call.with(new CallOutcome.Declined(ToolResult.errorWithCode(tool, "cancelled", why)));
    }
    PreparedCall resuming =
        call.with((CallOutcome) null).with(call.state().with(ToolCallStatus.RESUMING));
    if (question.kind() == SuspensionKind.OUTCOME) {
      // It is about what has happened: no gate can keep it from having happened.
      return resuming.settled(answer(call, decision));
    }
    if (call.tool() == null) {
      return told(unknown(resuming, "there is no tool named " + tool + " any more"));
    }
    return told(guarded(resuming, () -> goesOn(run, revised(resuming, question), question)));
  }

  /** Acts on a decision while the round is at work: marks its question as used, tells readers. */
  PreparedCall act(
      Activation run, PreparedCall call, SuspensionRecord question, RoundChanges changes) {
    changes.consume(question.key());
    run.questions().close(List.of(question.key()));
    run.events()
        .emit(new AgentEvent.ToolCallResumed(call.state().callId(), question.decision().result()));
    PreparedCall next = decided(run, call, question);
    changes.put(next.state());
    return next;
  }

  private static String refusal(SuspensionRecord question) {
    String what =
        question.kind() == SuspensionKind.APPROVAL
            ? "the call was not allowed"
            : question.kind() == SuspensionKind.OUTCOME
                ? "the call was cut off; what it did is not known"
                : "the question of the call was not answered";
    String reason = question.decision().reason();
    return reason == null ? what : what + ": " + reason;
  }

  private static PreparedCall revised(PreparedCall call, SuspensionRecord question) {
    boolean other =
        question.ticket().resumeMode() == ResumeMode.PASS_DECISION_TO_TOOL
            && question.decision().result() != null
            && !question.decision().result().equals(call.state().arguments());
    return other ? call.with(call.state().revised(question.decision().result())) : call;
  }

  private PreparedCall goesOn(Activation run, PreparedCall call, SuspensionRecord question) {
    PreparedCall approved = call.with(CallQuestions.approval(run, call));
    if (question.ticket().resumeMode() == ResumeMode.USE_DECISION_AS_TOOL_RESULT) {
      // The client, or the person who answered, has done it: only a block still counts.
      PreparedCall gated = hooks.gate(run, approved);
      return gated.settled() ? gated : approved.settled(answer(call, question.decision()));
    }
    PreparedCall checked = runner.check(approved);
    return checked.settled() ? checked : hooks.gate(run, checked);
  }

  private static ToolResult answer(PreparedCall call, Decision decision) {
    var data = decision.result() == null ? JsonNodeFactory.instance.nullNode() : decision.result();
    return ToolResult.success(call.state().toolName(), data);
  }

  /**
   * A plugin that fails only the call makes it fail.
   *
   * @throws PluginFailure when the failure counts for the run
   */
  static PreparedCall guarded(PreparedCall call, Supplier<PreparedCall> work) {
    try {
      return work.get();
    } catch (PluginFailure e) {
      if (e.policy() == FailurePolicy.FAIL_CALL) {
        return call.settled(failed(call, e));
      }
      throw e;
    }
  }

  private static ToolResult failed(PreparedCall call, PluginFailure e) {
    return ToolResult.errorWithCode(call.state().toolName(), "plugin_failed", e.getMessage());
  }
}
