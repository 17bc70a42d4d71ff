package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool that fails, and says in its exception what nobody but an operator may read. */
@ApplicationScoped
public class SpillingTools {

  /** Stands in the exception. */
  public static final String SPILT = "canary-exception-5d02";

  @AgentTool(name = "spill", description = "fails")
  public String spill(String pin) {
    throw new IllegalStateException(
        "jdbc:postgresql://shop:" + SPILT + "@db/shop refused pin of " + pin.length() + " digits");
  }
}
