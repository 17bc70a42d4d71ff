package io.awaken.bench.mcp;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import jakarta.enterprise.context.ApplicationScoped;

/** The tools of the measured server, added to its archive. */
@ApplicationScoped
public class EchoTools {

  static final int WAIT_MILLIS = 10;

  /** Returns immediately. */
  @AgentTool(
      name = "echo",
      description = "Returns what it is given.",
      retry = RetryClass.SAFE,
      inline = true)
  public String echo(String text) {
    return "echo: " + text;
  }

  /** Returns after {@link #WAIT_MILLIS}. */
  @AgentTool(
      name = "wait",
      description = "Returns what it is given after 10 ms.",
      retry = RetryClass.SAFE)
  public String waits(String text) throws InterruptedException {
    Thread.sleep(WAIT_MILLIS);
    return "echo: " + text;
  }
}
