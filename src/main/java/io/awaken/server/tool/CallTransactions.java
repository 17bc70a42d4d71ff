package io.awaken.server.tool;

import io.awaken.core.tool.ToolCallContext;

/**
 * Watches one call for a transaction that the tool began and did not end. Left on the thread of a
 * run it would swallow what the run writes next.
 */
final class CallTransactions implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(CallTransactions.class.getName());

  private final ThreadTransaction transaction;
  private final ToolCallContext context;

  /** A transaction that the tool finds is its caller's to end. */
  private final boolean found;

  CallTransactions(ThreadTransaction transaction, ToolCallContext context) {
    this.transaction = transaction;
    this.context = context;
    this.found = transaction.active();
  }

  /**
   * Rolls back what the tool left open.
   *
   * @throws IllegalStateException when it left something open; fit for the model
   */
  @Override
  public void close() {
    if (found || !transaction.active()) {
      return;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "tool {0} left a transaction open in call {1} of run {2}; it is rolled back, and the call"
            + " fails",
        context.toolName(),
        context.callId(),
        context.run().runId());
    transaction.rollback();
    throw new IllegalStateException(
        "the tool left a transaction open; what it wrote in it was rolled back");
  }
}
