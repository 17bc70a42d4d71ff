package io.awaken.builtin.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.core.action.CoreActions;
import io.awaken.core.message.ToolCall;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.state.StateCommand;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.ToolDescriptor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/** Applies the rules in a run (features rows 209-212). Thread-safe. */
final class PermissionHooks {

  /** The action of the suspension. */
  static final String ACTION = "tool:PermissionConfirm";

  private static final Logger LOG = System.getLogger(PermissionHooks.class.getName());
  private static final JsonNode ANSWER = RulesSchema.answer();

  private final PermissionRules rules;

  /**
   * @param rules rules of the server or of code; agents add theirs
   */
  PermissionHooks(PermissionRules rules) {
    this.rules = rules;
  }

  /** Hides tools whose every call is denied. */
  StateCommand hidden(PhaseContext context) {
    Policy policy = policy(context.hook());
    StateCommand command = null;
    for (ToolDescriptor tool : context.hook().tools()) {
      if (policy.denies(tool.id())) {
        command = command == null ? StateCommand.none() : command;
        command.schedule(CoreActions.EXCLUDE_TOOL, tool.id());
      }
    }
    return command;
  }

  /**
   * Blocks denied calls, and suspends calls that need an approval unless an earlier one covers
   * them. The runtime matches answers to the gates that asked, so an answer to another plugin's
   * question permits nothing.
   */
  Optional<ToolIntercept> gate(PhaseContext context) {
    CallSubject call = subject(context);
    Verdict verdict = policy(context.hook()).judge(call);
    return switch (verdict.behavior()) {
      case ALLOW -> Optional.empty();
      case DENY ->
          Optional.of(
              new ToolIntercept.Block(
                  "permission denied for tool " + call.toolId() + ": " + verdict.because()));
      case ASK ->
          ApprovalMemory.covers(context.hook(), verdict, call)
              ? Optional.empty()
              : Optional.of(new ToolIntercept.Suspend(ticket(context.call(), verdict)));
    };
  }

  /**
   * An approved call begins: remembers its approval for later calls, if the decision asks for that.
   * A timeout is never remembered, nor a decision about an older question: after a change of the
   * rules, no caller has answered their question.
   */
  StateCommand approved(PhaseContext context) {
    GivenDecision given = context.decisions().get(PermissionPlugin.NAME);
    if (given == null || !approvedByCaller(given.decision())) {
      return null;
    }
    CallSubject call = subject(context);
    Verdict verdict = policy(context.hook()).judge(call);
    if (verdict.behavior() != PermissionBehavior.ASK) {
      return null;
    }
    try {
      Answer answer = Answer.of(given.decision().result(), verdict, call);
      if (answer.rule() == null) {
        return null;
      }
      sameQuestion(given, context.call(), verdict);
      String subject = context.hook().run().caller().subject();
      return ApprovalMemory.remember(
          context.hook(), answer.scope(), Remembered.Approval.of(verdict, answer.rule(), subject));
    } catch (IllegalArgumentException e) {
      LOG.log(
          Level.WARNING,
          "the approval of call {0} of tool {1} applies to this call only: {2}",
          context.call().id(),
          call.toolId(),
          e.getMessage());
      return null;
    }
  }

  private Policy policy(HookContext context) {
    return new Policy(rules, context.config(PermissionRules.SECTION));
  }

  private static boolean approvedByCaller(Decision decision) {
    return decision.action() == DecisionAction.RESUME && !Expiry.BY.equals(decision.decisionId());
  }

  /** An approval covers only the answered question, and only if its approver may answer it. */
  private static void sameQuestion(GivenDecision given, ToolCall call, Verdict verdict) {
    boolean same =
        given.counts(verdict.approver())
            && parameters(call, verdict).equals(given.ticket().suspension().parameters());
    if (!same) {
      throw new IllegalArgumentException("the rules now ask another question, or another approver");
    }
  }

  private static CallSubject subject(PhaseContext context) {
    ToolCall call = context.call();
    return context
        .hook()
        .tool(call.name())
        .map(tool -> CallSubject.of(tool, call.arguments()))
        .orElseGet(() -> CallSubject.of(call.name(), call.arguments()));
  }

  /** The parameters of the question: the rule, and the default scope of an approval. */
  private static ObjectNode parameters(ToolCall call, Verdict verdict) {
    ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("tool", call.name());
    if (verdict.rule() != null) {
      parameters.put("rule", verdict.question());
      if (verdict.rule().scope().remembers()) {
        parameters.put("scope", verdict.rule().scope().wire());
      }
    }
    return parameters;
  }

  private static SuspendTicket ticket(ToolCall call, Verdict verdict) {
    var question =
        new Suspension(
            "perm_" + call.id(),
            ACTION,
            "May the tool " + call.name() + " be called?",
            parameters(call, verdict),
            ANSWER);
    return verdict.terms().on(SuspendTicket.of(ResumeMode.REPLAY_TOOL_CALL, question));
  }
}
