package io.awaken.core.loop.call;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.message.ToolCall;
import io.awaken.core.message.ToolResult;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.tool.RetryClass;

/**
 * A call on its way to its result.
 *
 * @param state the call
 * @param tool the tool; null when there is none or it is not asked
 * @param approval what was decided about it
 * @param outcome why its tool is not asked, or not any more; null when it shall be asked
 */
record PreparedCall(CallState state, RegisteredTool tool, Approval approval, CallOutcome outcome) {

  static PreparedCall of(CallState state, RegisteredTool tool) {
    return new PreparedCall(state, tool, Approval.NONE, null);
  }

  /** Whether it has its result. */
  boolean settled() {
    return outcome != null && !(outcome instanceof CallOutcome.Suspended);
  }

  /** Whether its tool shall be asked. */
  boolean ready() {
    return outcome == null;
  }

  /** Whether its tool may be asked before a commit says so: asked again it does no harm. */
  boolean repeatable() {
    return tool != null
        && tool.tool().retryClass() == RetryClass.SAFE
        && !tool.tool().transactional();
  }

  /** Whether its question is asked, and open or not acted on. */
  boolean waits() {
    return state.status() == ToolCallStatus.SUSPENDED;
  }

  /** What it waits for; null when it does not. */
  CallOutcome.Suspended suspended() {
    return outcome instanceof CallOutcome.Suspended suspended ? suspended : null;
  }

  /** Its result; null when it has none. */
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

  /** Why a gate blocked it; null when none did. */
  String blocked() {
    return outcome instanceof CallOutcome.Blocked blocked ? blocked.reason() : null;
  }

  /** The same with a result. */
  PreparedCall settled(ToolResult with) {
    return with(new CallOutcome.Settled(with));
  }

  /** The same, not executed because of something else; one that was cut off may have been. */
  PreparedCall declined(String why) {
    return with(new CallOutcome.Declined(UnexecutedCall.declined(state, why)));
  }

  /** The same, whose tool asked something after the run was ended. */
  PreparedCall unasked(String why) {
    return with(new CallOutcome.Declined(UnexecutedCall.unasked(state, why)));
  }

  /** The same, blocked. */
  PreparedCall blocked(String reason) {
    return with(
        new CallOutcome.Blocked(
            ToolResult.errorWithCode(
                state.toolName(), "blocked", "the call was blocked: " + reason),
            reason));
  }

  /** The same, whose error does not tell the whole: an earlier attempt had begun. */
  PreparedCall begunBefore() {
    ToolResult error = result();
    if (!error.failed()) {
      return this;
    }
    var told =
        new ToolResult(
            error.toolName(),
            error.status(),
            error.data(),
            error.message() + "; " + UnexecutedCall.BEGUN_BEFORE,
            error.code(),
            null,
            error.content());
    return outcome instanceof CallOutcome.Blocked blocked
        ? with(new CallOutcome.Blocked(told, blocked.reason()))
        : settled(told);
  }

  /** The same, to wait. */
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

  /** The same with other arguments. */
  PreparedCall with(JsonNode arguments) {
    return with(state.with(arguments));
  }

  ToolCall call() {
    return new ToolCall(state.callId(), state.toolName(), state.arguments());
  }
}
