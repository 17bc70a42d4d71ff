package io.awaken.samples;

import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.ToolCallContext;
import io.awaken.core.tool.ToolOutput;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Positive;
import java.math.BigDecimal;
import java.time.Duration;

/** Asks a person when it matters, and waits for the answer without holding anything. */
@ApplicationScoped
public class Refunds {

  private static final BigDecimal ALONE = new BigDecimal(50);

  @AgentTool(name = "refund", description = "Refunds an order, in euros.")
  public ToolOutput refund(String order, @Positive BigDecimal amount, ToolCallContext call) {
    boolean agreed = call.decision().isPresent();
    if (amount.compareTo(ALONE) > 0 && !agreed) {
      String question = "Refund " + amount + " euros for " + order + "?";
      return ToolOutput.suspended(
          call.toolName(),
          SuspendTicket.approval("shop:Refund", question)
              .decidedBy(new Approver("clerk", true))
              .expiring(new Expiry(Duration.ofDays(7).toMillis(), DecisionAction.CANCEL)));
    }
    return ToolOutput.success(call.toolName(), TextNode.valueOf("refunded " + amount));
  }
}
