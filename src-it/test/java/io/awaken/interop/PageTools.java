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

/** What the agents of the page's tests call; it is put into their archive. */
@ApplicationScoped
public class PageTools {

  private static final int PAGES = 10;
  private static final int PAGE_MILLIS = 150;

  /** Asks a person, who may agree to other arguments. */
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

  /** Takes its time, and tells how far it is. */
  @AgentTool(name = "search_archive", description = "Searches the archive.")
  public String search(@ToolParam("what to look for") String words, ToolCallContext call)
      throws InterruptedException {
    for (int page = 1; page <= PAGES; page++) {
      call.reportProgress(
          ProgressStatus.RUNNING, "page " + page + " of " + PAGES, (double) page / PAGES);
      Thread.sleep(PAGE_MILLIS);
    }
    return "found: " + words;
  }
}
