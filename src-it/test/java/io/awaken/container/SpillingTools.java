package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool that fails, and whose cause says what nobody but an operator may read. */
@ApplicationScoped
public class SpillingTools {

  /** Stands in the cause, not in what is said to the model. */
  public static final String SPILT = "canary-exception-5d02";

  @AgentTool(name = "spill", description = "fails")
  public String spill(String pin) {
    var cause = new IllegalArgumentException("jdbc:postgresql://shop:" + SPILT + "@db/shop");
    throw new IllegalStateException("refused pin of " + pin.length() + " digits", cause);
  }
}
