package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import jakarta.enterprise.context.ApplicationScoped;

/** A repeatable tool and a non-repeatable one. */
@ApplicationScoped
public class EchoTools {

  @AgentTool(name = "echo", description = "says the same", retry = RetryClass.SAFE)
  public String echo(String text) {
    return text;
  }

  @AgentTool(name = "keep_text", description = "keeps a text")
  public String keep(String text) {
    return "kept " + text;
  }
}
