package io.awaken.core.loop.call;

import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;

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
