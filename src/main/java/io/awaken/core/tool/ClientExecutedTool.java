package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.suspension.SuspendTicket;

/**
 * A tool that the client of a run declares and executes: the call is suspended, the client receives
 * it with its arguments, and a decision provides the result. Thread-safe.
 */
public final class ClientExecutedTool implements Tool {

  /** The action of the ticket that suspends such a call. */
  public static final String ACTION = "tool:FrontendCall";

  private final ToolDescriptor descriptor;

  public ClientExecutedTool(ToolDescriptor descriptor) {
    this.descriptor = descriptor;
  }

  @Override
  public ToolDescriptor descriptor() {
    return descriptor;
  }

  /** Asking again is harmless. */
  @Override
  public RetryClass retryClass() {
    return RetryClass.SAFE;
  }

  /** Asks the client for the call's result. */
  public SuspendTicket ticket() {
    return SuspendTicket.result(
        ACTION, "waiting for the client to execute " + descriptor.id(), null);
  }

  @Override
  public ToolOutput execute(JsonNode arguments, ToolCallContext context) {
    return ToolOutput.suspended(descriptor.id(), ticket());
  }
}
