package io.awaken.container;

import io.awaken.core.tool.AgentTool;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Map;

/** A session bean with a tool. */
@Stateless
public class AdderBean {
  @Resource private TransactionSynchronizationRegistry transactions;

  @AgentTool(description = "adds one")
  public Map<String, Object> add(int number) {
    return Map.of("sum", number + 1, "transaction", transactions.getTransactionKey() != null);
  }
}
