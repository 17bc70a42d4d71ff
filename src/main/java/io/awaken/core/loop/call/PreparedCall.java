package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.GivenDecision;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.ClientExecutedTool;
import io.awaken.core.tool.DelegateTool;
import io.awaken.core.tool.RetryClass;
import java.util.List;
import java.util.Map;

/**
 * A call during a round.
 *
 * @param state the call
 * @param tool the tool; null when unknown or not needed
 * @param approval the decisions about it
 * @param outcome why its tool is not executed, or no longer; null when it is ready
 */
record PreparedCall(CallState state, RegisteredTool tool, Approval approval, CallOutcome outcome) {

  static PreparedCall of(CallState state, RegisteredTool tool) {
    return new PreparedCall(state, tool, Approval.NONE, null);
  }

  /** Whether it has a result. */
  boolean settled() {
    return outcome != null && !(outcome instanceof CallOutcome.Suspended);
  }

  /** Whether its tool is to be executed. */
  boolean ready() {
    return outcome == null;
  }

  /** Whether its tool may be entered before a commit, because repeating it is safe. */
  boolean repeatable() {
    return tool != null
        && tool.tool().retryClass() == RetryClass.SAFE
        && !tool.tool().transactional();
  }

  /** Whether it has a question that is open or not acted on. */
  boolean waits() {
    return state.status() == ToolCallStatus.SUSPENDED;
  }

  /** Whether a run of another agent executes it. */
  boolean delegates() {
    return tool != null && tool.tool() instanceof DelegateTool;
  }

  /** Whether the client or another run executes it. */
  boolean elsewhere() {
    return delegates() || tool != null && tool.tool() instanceof ClientExecutedTool;
  }

  /** Whether the client or another run executes it now. */
  boolean waitsElsewhere() {
    return waits()
        && suspended() != null
        && (suspended().kind() == SuspensionKind.CHILD
            || ClientExecutedTool.ACTION.equals(suspended().ticket().suspension().action()));
  }

  /** What it waits for, or null. */
  CallOutcome.Suspended suspended() {
    return outcome instanceof CallOutcome.Suspended suspended ? suspended : null;
  }

  /** Its result, or null. */
  ToolResult result() {
    return switch (outcome) {
      case CallOutcome.Settled settled -> settled.result();
      case CallOutcome.Declined declined -> declined.result();
      case CallOutcome.Blocked blocked -> blocked.result();
      case CallOutcome.Suspended waiting -> null;
      case null -> null;
    };
  }

  boolean declined() {
    return outcome instanceof CallOutcome.Declined;
  }

  /** Why a gate blocked it, or null. */
  String blocked() {
    return outcome instanceof CallOutcome.Blocked blocked ? blocked.reason() : null;
  }

  /** With a result. */
  PreparedCall settled(ToolResult with) {
    return with(new CallOutcome.Settled(with));
  }

  /** Declined for a reason outside of it; an earlier attempt may have run. */
  PreparedCall declined(String why) {
    return with(new CallOutcome.Declined(UnexecutedCall.declined(state, why)));
  }

  /** With a question of its tool dropped, because the run has ended. */
  PreparedCall unasked(String why) {
    return with(new CallOutcome.Declined(UnexecutedCall.unasked(state, why)));
  }

  /** Blocked by a gate. */
  PreparedCall blocked(String reason) {
    return with(
        new CallOutcome.Blocked(
            ToolResult.errorWithCode(
                state.toolName(), "blocked", "the call was blocked: " + reason),
            reason));
  }

  /** With a note that an earlier attempt had started. */
  PreparedCall begunBefore() {
    ToolResult error = result();
    if (!error.failed()) {
      return this;
    }
    var extended =
        new ToolResult(
            error.toolName(),
            error.status(),
            error.data(),
            error.message() + "; " + UnexecutedCall.BEGUN_BEFORE,
            error.code(),
            null,
            error.content());
    return outcome instanceof CallOutcome.Blocked blocked
        ? with(new CallOutcome.Blocked(extended, blocked.reason()))
        : settled(extended);
  }

  /** Suspended. */
  PreparedCall suspended(SuspensionKind kind, String askedBy, SuspendTicket ticket) {
    return with(new CallOutcome.Suspended(kind, askedBy, ticket));
  }

  PreparedCall with(CallOutcome other) {
    return new PreparedCall(state, tool, approval, other);
  }

  PreparedCall with(Approval other) {
    return new PreparedCall(state, tool, other, outcome);
  }

  PreparedCall with(CallState next) {
    return new PreparedCall(next, tool, approval, outcome);
  }

  /** With other arguments. */
  PreparedCall with(JsonNode arguments) {
    return with(state.with(arguments));
  }

  ToolCall call() {
    return new ToolCall(state.callId(), state.toolName(), state.arguments());
  }

  /** Why a call's tool is not executed, or no longer. */
  sealed interface CallOutcome {

    /** The call has a result. */
    record Settled(ToolResult result) implements CallOutcome {}

    /** The call is not executed for a reason outside of it. */
    record Declined(ToolResult result) implements CallOutcome {}

    /** A gate blocked the call, which ends the run. */
    record Blocked(ToolResult result, String reason) implements CallOutcome {}

    /**
     * The call is suspended.
     *
     * @param kind why
     * @param askedBy the plugin whose gate asks, or null
     * @param ticket the question
     */
    record Suspended(SuspensionKind kind, String askedBy, SuspendTicket ticket)
        implements CallOutcome {}
  }

  /**
   * The decisions about a call with its current arguments.
   *
   * @param decision the last decision, or null
   * @param gates decisions on gates' questions, by plugin: each gate sees only its own answer and
   *     does not ask again
   * @param answer the last decision on a question of the tool itself, with that question, or null;
   *     an answer to a gate never answers the tool
   */
  record Approval(Decision decision, Map<String, GivenDecision> gates, GivenDecision answer) {

    static final Approval NONE = new Approval(null, Map.of(), null);

    Approval {
      gates = Map.copyOf(gates);
    }

    /** Whether the person who answered a gate's earlier question may answer its current one. */
    boolean answers(String plugin, Approver asked) {
      GivenDecision given = gates.get(plugin);
      return given != null && given.counts(asked);
    }
  }

  /** Calls that are not executed because their run ends. */
  static List<PreparedCall> declined(List<CallState> calls) {
    return calls.stream().map(call -> of(call, null).declined(UnexecutedCall.RUN_ENDS)).toList();
  }
}
