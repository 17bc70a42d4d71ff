package io.awaken.core.loop.call;

import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;

/** Why a call's tool is not asked, or not any more. */
sealed interface CallOutcome {

  /** It has a result. */
  record Settled(ToolResult result) implements CallOutcome {}

  /** It is not executed, for a reason that is not its own. */
  record Declined(ToolResult result) implements CallOutcome {}

  /** A gate blocked it, which ends the run. */
  record Blocked(ToolResult result, String reason) implements CallOutcome {}

  /**
   * It waits.
   *
   * @param kind why
   * @param askedBy the plugin whose gate asks, or null
   * @param ticket what is asked
   */
  record Suspended(SuspensionKind kind, String askedBy, SuspendTicket ticket)
      implements CallOutcome {}
}
