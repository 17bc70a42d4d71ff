package com.example.shop;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;

/** A tool that requires approval of large refunds; the approver may reduce the amount. */
@ApplicationScoped
public class RefundDesk {

  private static final int MAX_WITHOUT_APPROVAL = 50;

  @AgentTool(
      name = "refund_order",
      description = "Refunds an order of the shop. Above 50 euros somebody has to agree.",
      category = "shop")
  @Audited
  public ToolOutput refund(
      @ToolParam("the order's number, such as A-1001") @Pattern(regexp = "[A-Z]-\\d{4}")
          String orderId,
      @ToolParam("in euros") @Positive @Max(500) int amount,
      ToolCallContext call) {
    if (amount > MAX_WITHOUT_APPROVAL && call.decision().isEmpty()) {
      return ToolOutput.suspended(call.toolName(), question(orderId, amount));
    }
    return ToolOutput.success(
        call.toolName(), TextNode.valueOf("refunded " + amount + " euros for " + orderId));
  }

  /** The approver may send other arguments for the call; without any, the original ones apply. */
  private static SuspendTicket question(String orderId, int amount) {
    String message = "Refund " + amount + " euros for " + orderId + "?";
    return SuspendTicket.of(
        ResumeMode.PASS_DECISION_TO_TOOL, new Suspension(null, "shop:Refund", message, null, null));
  }
}
