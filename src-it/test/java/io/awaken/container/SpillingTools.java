package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool that throws an exception whose cause has a text that only operators may read. */
@ApplicationScoped
public class SpillingTools {

  /** Part of the cause, but not of the message for the model. */
  public static final String SPILT = "canary-exception-5d02";

  @AgentTool(name = "spill", description = "fails")
  public String spill(String pin) {
    var cause = new IllegalArgumentException("jdbc:postgresql://shop:" + SPILT + "@db/shop");
    throw new IllegalStateException("refused pin of " + pin.length() + " digits", cause);
  }
}
