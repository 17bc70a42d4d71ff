package io.awaken.core.plugin.hook;

import io.awaken.core.message.ToolResult;
import io.awaken.core.suspension.SuspendTicket;
import java.util.Objects;

/**
 * What a gate may decide about a call instead of letting it run (features rows 118-119). Each needs
 * its reason or result: the constructor fails within the gate, so that no call slips through.
 */
public sealed interface ToolIntercept {

  /** Higher wins. */
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

  /** The call has this result; its tool is not called. */
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
