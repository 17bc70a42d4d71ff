package io.awaken.core.plugin.hook;

import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import java.util.Objects;

/**
 * The decision of a gate that prevents a call (features rows 118-119). Each requires its reason or
 * result: an invalid one fails inside the gate, so that the call is not executed.
 */
public sealed interface ToolIntercept {

  /** The highest rank wins. */
  int rank();

  /** The call fails and the run ends. */
  record Block(String reason) implements ToolIntercept {
    public Block {
      Objects.requireNonNull(reason, "a gate that blocks a call must give a reason");
    }

    @Override
    public int rank() {
      return 3;
    }
  }

  /** The call is suspended until a caller decides; the other calls of its step continue. */
  record Suspend(SuspendTicket ticket) implements ToolIntercept {
    public Suspend {
      Objects.requireNonNull(ticket, "a gate that suspends a call must give a ticket");
    }

    @Override
    public int rank() {
      return 2;
    }
  }

  /** The call gets this result; its tool is not called. */
  record SetResult(ToolResult result) implements ToolIntercept {
    public SetResult {
      Objects.requireNonNull(result, "a gate that answers a call must give a result");
    }

    @Override
    public int rank() {
      return 1;
    }
  }
}
