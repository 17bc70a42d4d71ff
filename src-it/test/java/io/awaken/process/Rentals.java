package io.awaken.process;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;

/** A tool before its change, see {@link RentalsWithADeposit}. */
@ApplicationScoped
public class Rentals {

  @AgentTool(name = "rent", description = "rents, once for each key")
  public String rent(String at, ToolCallContext call) throws IOException, InterruptedException {
    return AgencyCall.to(at, call.idempotencyKey());
  }
}
