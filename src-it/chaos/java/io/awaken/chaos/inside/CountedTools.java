package io.awaken.chaos.inside;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolCallContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** Tools whose work a ledger outside the server does and counts. */
@ApplicationScoped
public class CountedTools {

  public static final String LEDGER = "chaos.ledger";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @AgentTool(name = "book", description = "books, once for each key")
  public String book(String item, int millis, ToolCallContext call)
      throws IOException, InterruptedException {
    return work("book", item, millis, call);
  }

  @AgentTool(name = "pay", description = "pays, each time", retry = RetryClass.NEVER)
  public String pay(String item, int millis, ToolCallContext call)
      throws IOException, InterruptedException {
    return work("pay", item, millis, call);
  }

  /**
   * @param millis the duration of the work; the ledger records the request before
   */
  private static String work(String tool, String item, int millis, ToolCallContext call)
      throws IOException, InterruptedException {
    String line =
        String.join(
            "\n",
            tool,
            call.run().threadId().value(),
            call.run().runId().value(),
            call.callId(),
            call.idempotencyKey(),
            String.valueOf(millis));
    URI ledger = URI.create(System.getProperty(LEDGER));
    var request = HttpRequest.newBuilder(ledger).POST(BodyPublishers.ofString(line)).build();
    return item + " " + CLIENT.send(request, BodyHandlers.ofString()).body();
  }
}
