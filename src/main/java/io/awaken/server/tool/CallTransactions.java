package io.awaken.server.tool;

import io.awaken.core.tool.ToolCallContext;

/**
 * Detects a transaction that a tool started and did not end. Left on the thread of a run, it would
 * capture the run's next writes.
 */
final class CallTransactions implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(CallTransactions.class.getName());

  private final ThreadTransaction transaction;
  private final ToolCallContext context;

  /** A transaction that existed before the call belongs to the caller. */
  private final boolean found;

  CallTransactions(ThreadTransaction transaction, ToolCallContext context) {
    this.transaction = transaction;
    this.context = context;
    this.found = transaction.active();
  }

  /**
   * Rolls back a transaction that the tool left open.
   *
   * @throws IllegalStateException when there was one; the message is fit for the model
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
