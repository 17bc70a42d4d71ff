package io.awaken.process;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.Optional;

/** The tool of {@link Rentals} in the next release, with an additional parameter. */
@ApplicationScoped
public class RentalsWithADeposit {

  @AgentTool(name = "rent", description = "rents, once for each key")
  public String rent(String at, Optional<Integer> deposit, ToolCallContext call)
      throws IOException, InterruptedException {
    return AgencyCall.to(at, call.idempotencyKey())
        + deposit.map(each -> " for " + each).orElse("");
  }
}
