package io.awaken.core.loop.call;

import io.awaken.core.action.CoreActions;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.call.PreparedCall.Approval;
import io.awaken.core.loop.call.RoundChanges.TerminationVotes;
import io.awaken.core.message.Message;
import io.awaken.core.message.TokenUsage;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.phase.PhaseRunner;
import io.awaken.core.phase.PhaseScope;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.AfterToolMessages;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.plugin.hook.ModelUsageHook;
import io.awaken.core.plugin.hook.ToolGateHook;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.ToolOutput;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Calls the hooks around tool calls. Stateless. */
final class CallHooks {

  private static final Logger LOG = System.getLogger(CallHooks.class.getName());

  /** The origin of questions from the old interception action. */
  private static final String OLD = CoreActions.TOOL_INTERCEPT.name();

  private final PartCaller caller;
  private final PhaseRunner phases;

  CallHooks(PartCaller caller, PhaseRunner phases) {
    this.caller = caller;
    this.phases = phases;
  }

  /**
   * Rewrites or answers the call; the first answer wins. Each hook gets a copy of the arguments, so
   * only returned changes count.
   */
  PreparedCall before(Activation run, PreparedCall call) {
    PreparedCall now = call;
    for (Registered<BeforeTool> hook : run.parts(ExtensionPoint.BEFORE_TOOL)) {
      ToolCall seen = copy(now.call());
      PhaseContext context = context(run, Phase.TOOL_GATE, seen, null);
      BeforeTool.Outcome outcome =
          phases.call(
              run.here(),
              hook,
              run.cancellation(),
              part ->
                  Objects.requireNonNull(
                      part.beforeTool(context, seen), "a hook before a tool must not give null"),
              BeforeTool.Outcome::command);
      if (outcome instanceof BeforeTool.Answer answer) {
        return now.settled(answer.result());
      }
      if (outcome instanceof BeforeTool.Proceed proceed
          && !proceed.arguments().equals(now.state().arguments())) {
        now = now.with(proceed.arguments());
      }
    }
    return now;
  }

  /** The scope for gates, with the decisions about the call. */
  private static PhaseScope asking(Activation run, PreparedCall call) {
    Approval approval = call.approval();
    return run.asking(call.call(), approval.decision(), approval.gates());
  }

  private static ToolCall copy(ToolCall call) {
    return new ToolCall(
        call.id(), call.name(), call.arguments().deepCopy(), call.providerMetadata());
  }

  /** Asks all gates; the decision of the highest rank wins, the first among equals. */
  PreparedCall gate(Activation run, PreparedCall call) {
    PhaseScope scope = asking(run, call);
    phases.run(scope, Phase.TOOL_GATE);
    List<Registered<ToolGateHook>> gates = run.parts(ExtensionPoint.TOOL_GATE);
    if (gates.isEmpty()) {
      return call;
    }
    ToolIntercept decision = null;
    String by = null;
    for (Registered<ToolGateHook> gate : gates) {
      Optional<ToolIntercept> one =
          caller.call(
              gate,
              run.cancellation(),
              part ->
                  Objects.requireNonNull(
                      part.decide(gateContext(run, call)), "a gate must not give null"));
      if (one != null && one.isPresent() && !answered(call, one.get(), gate)) {
        ToolIntercept strongest = stronger(call, decision, one.get(), gate);
        by = strongest == decision ? by : gate.plugin();
        decision = strongest;
      }
    }
    return intercepted(call, decision, by);
  }

  /** Each gate gets its own copy of the arguments. */
  private static PhaseContext gateContext(Activation run, PreparedCall call) {
    return asking(run, call).context(Phase.TOOL_GATE, run.state().snapshot());
  }

  /**
   * A gate whose question was answered does not ask again, unless its current question names
   * another approver.
   */
  private static boolean answered(
      PreparedCall call, ToolIntercept decision, Registered<ToolGateHook> gate) {
    return decision instanceof ToolIntercept.Suspend asks
        && call.approval().answers(gate.plugin(), asks.ticket().approver());
  }

  private static ToolIntercept stronger(
      PreparedCall call, ToolIntercept first, ToolIntercept second, Registered<?> gate) {
    if (first != null && first.rank() == second.rank()) {
      LOG.log(
          Level.ERROR,
          "two gates decided alike about call "
              + call.state().callId()
              + " of "
              + call.state().toolName()
              + "; the first counts, not that of plugin "
              + gate.plugin());
    }
    return first == null || second.rank() > first.rank() ? second : first;
  }

  /** Calls the last hooks before the tool of an approved call, once. */
  PreparedCall entering(Activation run, PreparedCall call) {
    if (agreed(call, old(run, call))) {
      return call;
    }
    phases.run(asking(run, call), Phase.BEFORE_TOOL_EXECUTE);
    ToolIntercepts.Intercept old = old(run, call);
    if (old == null || agreed(call, old)) {
      return call;
    }
    return intercepted(call, decision(old), OLD);
  }

  private static ToolIntercepts.Intercept old(Activation run, PreparedCall call) {
    ToolIntercepts decided = run.value(RuntimeKeys.TOOL_INTERCEPTS);
    return decided.step() == run.step() ? decided.byCall().get(call.state().callId()) : null;
  }

  /** The old action's question was answered, so the call is approved and its hooks were called. */
  private static boolean agreed(PreparedCall call, ToolIntercepts.Intercept old) {
    return old != null
        && old.suspend() != null
        && call.approval().answers(OLD, old.suspend().approver());
  }

  private static ToolIntercept decision(ToolIntercepts.Intercept old) {
    if (old.suspend() != null) {
      return new ToolIntercept.Suspend(old.suspend());
    }
    return old.block() != null
        ? new ToolIntercept.Block(old.block())
        : new ToolIntercept.SetResult(old.setResult());
  }

  private static PreparedCall intercepted(PreparedCall call, ToolIntercept decision, String by) {
    return switch (decision) {
      case null -> call;
      case ToolIntercept.Block block -> call.blocked(block.reason());
      case ToolIntercept.Suspend suspend ->
          call.suspended(SuspensionKind.APPROVAL, by, suspend.ticket());
      case ToolIntercept.SetResult set -> call.settled(set.result());
    };
  }

  /** The result after the hooks; casts the call's vote. */
  ToolResult after(Activation run, ToolCall call, ToolResult result, TerminationVotes votes) {
    phases.run(run.about(call, result), Phase.AFTER_TOOL_EXECUTE);
    ToolResult now = result;
    AfterTool.Vote vote = null;
    for (Registered<AfterTool> hook : run.parts(ExtensionPoint.AFTER_TOOL)) {
      ToolResult seen = now;
      PhaseContext context = context(run, Phase.AFTER_TOOL_EXECUTE, call, seen);
      AfterTool.Decision decision =
          phases.call(
              run.here(),
              hook,
              run.cancellation(),
              part -> part.afterTool(context, call, seen),
              AfterTool.Decision::command);
      if (decision != null) {
        now = decision.result() == null ? now : decision.result();
        now = decision.error() == null ? now : now.withError(decision.error());
        vote = decision.terminate() == null ? vote : decision.terminate();
        if (decision.last()) {
          break;
        }
      }
    }
    votes.cast(call.id(), vote);
    return now;
  }

  /**
   * Commits the state changes of a tool. The second writer of an exclusive key among concurrent
   * tools fails, and its command has no effect (features row 126).
   *
   * @param written exclusive keys that the concurrent tools have changed
   * @return the result, which may be an error
   */
  ToolResult merged(Activation run, PreparedCall call, ToolOutput output, Set<String> written) {
    StateCommand command = output.command();
    if (command == null || command.isEmpty()) {
      return output.result();
    }
    try {
      for (String key : command.mutations().exclusiveKeys()) {
        if (!written.add(key)) {
          throw new StateException(new StateError.ParallelMergeConflict(key));
        }
      }
      phases.submit(run.about(call.call(), null), command);
      return output.result();
    } catch (StateException e) {
      return ToolResult.errorWithCode(call.state().toolName(), "state_not_changed", e.getMessage());
    }
  }

  /** Reports model usage of a tool to plugins, which may end the run. */
  void used(Activation run, TokenUsage usage) {
    for (Registered<ModelUsageHook> hook : run.parts(ExtensionPoint.MODEL_USAGE)) {
      phases.call(
          run.here(),
          hook,
          run.cancellation(),
          part -> part.onModelUsage(run.hook(), usage),
          UnaryOperator.identity());
    }
  }

  /** The messages for the model. */
  List<Message> messages(Activation run, List<Message> messages) {
    List<Message> now = messages;
    for (Registered<AfterToolMessages> hook : run.parts(ExtensionPoint.AFTER_TOOL_MESSAGES)) {
      List<Message> seen = now;
      List<Message> next =
          caller.call(
              hook,
              run.cancellation(),
              part -> sameCalls(seen, part.afterToolMessages(run.hook(), seen)));
      now = next == null ? now : next;
    }
    return now;
  }

  private static List<Message> sameCalls(List<Message> before, List<Message> after) {
    boolean same = before.size() == after.size();
    for (int i = 0; same && i < before.size(); i++) {
      Message a = before.get(i);
      Message b = after.get(i);
      same = a.id().equals(b.id()) && a.role() == b.role() && a.toolCallId().equals(b.toolCallId());
    }
    if (!same) {
      throw new IllegalStateException("number, ids or roles of the tool messages were changed");
    }
    return after;
  }

  private static PhaseContext context(
      Activation run, Phase phase, ToolCall call, ToolResult result) {
    return run.about(call, result).context(phase, run.state().snapshot());
  }
}
