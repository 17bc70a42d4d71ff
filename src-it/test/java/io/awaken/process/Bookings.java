package io.awaken.process;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;

/** Tools whose work happens in another process, possibly before the server is killed. */
@ApplicationScoped
public class Bookings {

  @AgentTool(name = "book", description = "books, once for each key")
  public String book(String at, ToolCallContext call) throws IOException, InterruptedException {
    return AgencyCall.to(at, call.idempotencyKey());
  }

  @AgentTool(name = "pay", description = "pays, each time", retry = RetryClass.NEVER)
  public String pay(String at, ToolCallContext call) throws IOException, InterruptedException {
    return AgencyCall.to(at, call.idempotencyKey());
  }
}
