package io.awaken.interop;

import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.state.StateCommand;
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

  /** Reads the list of rooms that the page shares, and shares their number. */
  @AgentTool(name = "count_rooms", description = "Counts the rooms on the page.")
  public ToolOutput count(ToolCallContext call) {
    var shared = call.state().getOrInitial(RuntimeKeys.SHARED_STATE).values();
    int count = shared.path("rooms").size();
    return ToolOutput.success(call.toolName(), IntNode.valueOf(count))
        .with(
            StateCommand.none()
                .update(
                    RuntimeKeys.SHARED_STATE,
                    SharedState.merge(shared.objectNode().put("count", count))));
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
