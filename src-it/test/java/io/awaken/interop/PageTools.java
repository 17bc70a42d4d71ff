package io.awaken.interop;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ProgressStatus;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Positive;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Tools of the agents in the page's tests; deployed in their archive. */
@ApplicationScoped
public class PageTools {

  private static final int PAGES = 10;

  /** Asks a person, who may approve with other arguments. */
  @AgentTool(name = "refund_order", description = "Refunds an order when a person agrees.")
  public ToolOutput refund(
      @ToolParam("the order's number") String orderId,
      @ToolParam("in euros") @Positive @Max(500) int amount,
      ToolCallContext call) {
    if (call.decision().isEmpty()) {
      String question = "Refund " + amount + " euros for " + orderId + "?";
      return ToolOutput.suspended(
          call.toolName(),
          SuspendTicket.of(
              ResumeMode.PASS_DECISION_TO_TOOL,
              new Suspension(null, "shop:Refund", question, null, null)));
    }
    return ToolOutput.success(
        call.toolName(), TextNode.valueOf("refunded " + amount + " euros for " + orderId));
  }

  /** Reports progress, and continues to the next page when the reader allows it. */
  @AgentTool(name = "search_archive", description = "Searches the archive.")
  public String search(
      @ToolParam("what to look for") String words,
      @ToolParam("answers when the next page may be read") String desk,
      ToolCallContext call)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      for (int page = 1; page <= PAGES; page++) {
        call.reportProgress(
            ProgressStatus.RUNNING, "page " + page + " of " + PAGES, (double) page / PAGES);
        HttpRequest next = HttpRequest.newBuilder(URI.create(desk + "/pages/" + page)).build();
        client.send(next, HttpResponse.BodyHandlers.discarding());
      }
    }
    return "found: " + words;
  }
}
