package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.PreparedCall.CallOutcome;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Prepares a call for its tool: lookup, argument checks, before-tool hooks, gates. An obstacle
 * becomes the call's result. Stateless.
 */
final class CallPreparation {
  private static final String WHAT_DID_IT_DO = "tool:OutcomeUnknown";

  private final ToolRunner runner;
  private final CallHooks hooks;
  private final ChildRuns children;

  CallPreparation(ToolRunner runner, CallHooks hooks, ChildRuns children) {
    this.runner = runner;
    this.hooks = hooks;
    this.children = children;
  }

  /** A call in its stored state, with the decisions about it. */
  PreparedCall found(Activation run, CallState call) {
    PreparedCall found = PreparedCall.of(call, run.agent().tools().get(call.toolName()));
    return found.with(CallQuestions.approval(run, found));
  }

  /**
   * @param fresh whether the call comes directly from the model; otherwise its before-tool hooks
   *     are not called again, but its gates are
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
    return noted(guarded(prepared, () -> checked(run, prepared, fresh)));
  }

  /** Extends the error of a call that an earlier attempt had started. */
  private static PreparedCall noted(PreparedCall call) {
    return call.settled() && call.state().attempt() > 0 ? call.begunBefore() : call;
  }

  private static PreparedCall unknown(PreparedCall call, String why) {
    return call.settled(
        ToolRunner.error(
            call.state().toolName(), new ToolException(ToolException.Kind.NOT_FOUND, why)));
  }

  private PreparedCall checked(Activation run, PreparedCall call, boolean fresh) {
    PreparedCall now = runner.check(call, fresh);
    if (fresh && !now.settled()) {
      PreparedCall before = now;
      now = hooks.before(run, before);
      boolean rewritten = !now.state().arguments().equals(before.state().arguments());
      now = rewritten && !now.settled() ? runner.check(now, true) : now;
    }
    return now.settled() ? now : hooks.gate(run, now);
  }

  /** Asks the gates of a call again, with the current state. */
  PreparedCall gate(Activation run, PreparedCall call) {
    return noted(guarded(call, () -> hooks.gate(run, call)));
  }

  /**
   * Calls the last hooks before a tool, unless an earlier attempt had started. The call of a
   * delegate is suspended then.
   */
  PreparedCall entering(Activation run, PreparedCall call) {
    boolean again = call.state().attempt() > 0;
    PreparedCall entered = again ? call : guarded(call, () -> hooks.entering(run, call));
    return children.entered(run, entered);
  }

  /**
   * Resumes a suspended call with a decision (features rows 185-186): cancels it, or continues as
   * its ticket specifies, through the gates again.
   */
  PreparedCall decided(Activation run, PreparedCall call, SuspensionRecord question) {
    Decision decision = question.decision();
    String tool = call.state().toolName();
    boolean ofTool = CallQuestions.isOfTool(question);
    if (decision.action() == DecisionAction.CANCEL && !ofTool) {
      boolean begun = call.state().attempt() > 0 && question.kind() == SuspensionKind.APPROVAL;
      String why = refusal(question) + (begun ? "; " + UnexecutedCall.BEGUN_BEFORE : "");
      return call.with(new CallOutcome.Declined(ToolResult.errorWithCode(tool, "cancelled", why)));
    }
    PreparedCall resuming =
        call.with((CallOutcome) null).with(call.state().with(ToolCallStatus.RESUMING));
    if (question.kind() == SuspensionKind.CHILD) {
      return resuming.settled(ChildRuns.result(run, tool, question));
    }
    if (question.kind() == SuspensionKind.OUTCOME) {
      // A report of what happened, which no gate can prevent.
      return resuming.settled(answer(call, decision));
    }
    if (call.tool() == null) {
      return noted(unknown(resuming, "there is no longer a tool named " + tool));
    }
    return noted(guarded(resuming, () -> goesOn(run, revised(resuming, question), question)));
  }

  /** Acts on a decision during the round: marks its question as used and notifies readers. */
  PreparedCall act(
      Activation run, PreparedCall call, SuspensionRecord question, RoundChanges changes) {
    changes.consume(question.key());
    run.questions().close(List.of(question.key()));
    if (question.kind() != SuspensionKind.CHILD) {
      run.events()
          .emit(
              new AgentEvent.ToolCallResumed(call.state().callId(), question.decision().result()));
    }
    PreparedCall next = decided(run, call, question);
    changes.put(next.state());
    return next;
  }

  /** Where a call of an earlier activation continues. */
  PreparedCall resumed(Activation run, CallState call, RoundChanges changes) {
    PreparedCall found = found(run, call);
    SuspensionRecord question = run.questions().last(call.callId());
    return switch (call.status()) {
      case SUSPENDED ->
          run.questions().counts(question)
              ? act(run, found, question, changes)
              : found.with(waitingFor(question));
      case RESUMING -> decided(run, found, question);
      case RUNNING -> cutOff(run, found);
      default -> prepare(run, call, false);
    };
  }

  private static CallOutcome waitingFor(SuspensionRecord question) {
    return new CallOutcome.Suspended(question.kind(), question.askedBy(), question.ticket());
  }

  /** The effect of a cut-off call's tool is unknown. */
  private PreparedCall cutOff(Activation run, PreparedCall call) {
    if (call.tool() == null) {
      return call.settled(UnexecutedCall.cutOff(call.state()));
    }
    if (call.tool().tool().retryClass() != RetryClass.NEVER) {
      return prepare(run, call.state(), false);
    }
    SuspendTicket question =
        SuspendTicket.result(
            WHAT_DID_IT_DO,
            "The call of "
                + call.state().toolName()
                + " was cut off and is not repeated. What did it do?",
            null);
    // Only a person who may allow the call may report what it did.
    return call.suspended(
        SuspensionKind.OUTCOME,
        null,
        question.decidedBy(run.questions().approver(call.state().callId())));
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
      // The client, or the person who answered, has executed it; gates may only block it.
      PreparedCall gated = hooks.gate(run, approved);
      return gated.settled() ? gated : approved.settled(answer(call, question.decision()));
    }
    PreparedCall checked = runner.check(approved, false);
    return checked.settled() ? checked : hooks.gate(run, checked);
  }

  private static ToolResult answer(PreparedCall call, Decision decision) {
    var data = decision.result() == null ? JsonNodeFactory.instance.nullNode() : decision.result();
    return ToolResult.success(call.state().toolName(), data);
  }

  /**
   * Turns a plugin failure into the call's result.
   *
   * @throws PluginFailure when the failure ends the run
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
