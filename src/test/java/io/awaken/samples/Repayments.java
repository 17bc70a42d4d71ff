package io.awaken.samples;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import jakarta.annotation.security.RolesAllowed;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool for some only. */
@ApplicationScoped
public class Repayments {

  @AgentTool(name = "repay", description = "Pays the price of an order back.")
  @RolesAllowed({"clerk", "supervisor"})
  public String repay(String order, ToolCallContext call) {
    return "paid back " + order + " on behalf of " + call.caller().subject();
  }
}
