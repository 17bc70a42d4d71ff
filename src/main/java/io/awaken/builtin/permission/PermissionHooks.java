package io.awaken.builtin.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.permission.Policy.Verdict;
import io.awaken.builtin.permission.pattern.CallSubject;
import io.awaken.builtin.permission.pattern.PatternException;
import io.awaken.builtin.permission.pattern.Reading;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import io.awaken.builtin.permission.pattern.ToolCallPattern.Specificity;
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
import java.util.Locale;
import java.util.Optional;

/** Applies the rules in a run (features rows 209-212). Thread-safe. */
final class PermissionHooks {

  /** The action of the suspension. */
  static final String ACTION = "tool:PermissionConfirm";

  private static final Logger LOG = System.getLogger(PermissionHooks.class.getName());
  private static final JsonNode ANSWER = RulesJson.answer();

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
      ApprovalAnswer answer = ApprovalAnswer.of(given.decision().result(), verdict, call);
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

  /**
   * The part of a decision to resume that concerns later calls: {@code {"scope": "thread", "rule":
   * "Bash(npm *)"}}.
   *
   * @param scope how long the approval applies
   * @param rule the calls that need no further approval; null when nothing is remembered
   */
  record ApprovalAnswer(PermissionScope scope, ToolCallPattern rule) {

    /** Applies only to the approved call. */
    static final ApprovalAnswer ONCE = new ApprovalAnswer(PermissionScope.ONCE, null);

    /**
     * Reads the payload.
     *
     * @throws IllegalArgumentException with the reason why nothing can be remembered
     */
    static ApprovalAnswer of(JsonNode payload, Verdict asked, CallSubject call) {
      boolean hasScope = payload != null && payload.path("scope").isTextual();
      if (!hasScope) {
        return asked.rule() == null || !asked.rule().scope().remembers()
            ? ONCE
            : new ApprovalAnswer(asked.rule().scope(), matching(asked.rule().tool(), call));
      }
      PermissionScope scope = scope(payload.get("scope").textValue());
      if (!scope.remembers()) {
        return ONCE;
      }
      if (!payload.path("rule").isTextual()) {
        throw new IllegalArgumentException("rule is missing; scope " + scope.wire() + " needs one");
      }
      return new ApprovalAnswer(scope, matching(parsed(payload.get("rule").textValue()), call));
    }

    private static PermissionScope scope(String text) {
      for (PermissionScope scope : PermissionScope.values()) {
        if (scope.wire().equals(text.toLowerCase(Locale.ROOT))) {
          return scope;
        }
      }
      throw new IllegalArgumentException("scope is not known");
    }

    /** A rule from an approval; it must name the approved tool. */
    private static ToolCallPattern parsed(String text) {
      ToolCallPattern rule;
      try {
        rule = ToolCallPattern.parse(text);
      } catch (PatternException e) {
        throw new IllegalArgumentException("rule " + e.getMessage(), e);
      }
      if (rule.specificity().name() != Specificity.EXACT_NAME) {
        throw new IllegalArgumentException("rule must name the approved tool without '*'");
      }
      return rule;
    }

    private static ToolCallPattern matching(ToolCallPattern rule, CallSubject call) {
      if (!rule.matches(call, Reading.PERMITTING)) {
        throw new IllegalArgumentException("rule does not match the call that was approved");
      }
      return rule;
    }
  }
}
