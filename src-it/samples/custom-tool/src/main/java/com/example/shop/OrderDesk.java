package com.example.shop;

import io.awaken.core.tool.AgentTool;
import io.awaken.core.tool.RetryClass;
import io.awaken.core.tool.ToolParam;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.Pattern;
import java.time.LocalDate;
import java.util.Map;

/** A bean of the shop; the annotation makes its method a tool. */
@ApplicationScoped
public class OrderDesk {

  private static final Map<String, OrderStatus> ORDERS =
      Map.of(
          "A-1001", new OrderStatus("A-1001", "shipped", LocalDate.of(2030, 1, 15)),
          "B-2002", new OrderStatus("B-2002", "packed", LocalDate.of(2030, 2, 1)));

  @AgentTool(
      name = "order_status",
      description = "Tells where an order of the shop is and when it will be delivered.",
      category = "shop",
      retry = RetryClass.SAFE)
  @Transactional
  @Audited
  public OrderStatus status(
      @ToolParam("the order's number, such as A-1001") @Pattern(regexp = "[A-Z]-\\d{4}")
          String orderId) {
    OrderStatus status = ORDERS.get(orderId);
    if (status == null) {
      throw new IllegalArgumentException("there is no order " + orderId);
    }
    return status;
  }
}
