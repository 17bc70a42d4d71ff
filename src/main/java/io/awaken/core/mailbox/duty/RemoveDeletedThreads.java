package io.awaken.core.mailbox.duty;

import io.awaken.core.store.thread.ThreadStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/**
 * The duty that removes what is left of deleted threads, some rows in each transaction. A node that
 * stops leaves the rest to the next one that polls.
 */
public final class RemoveDeletedThreads implements Runnable {

  private static final Logger LOG = System.getLogger(RemoveDeletedThreads.class.getName());

  /** Rows of one transaction. */
  private static final int ROWS = 2_000;

  private final ThreadStore threads;
  private final BooleanSupplier draining;

  /**
   * @param draining whether the node is about to stop
   */
  public RemoveDeletedThreads(ThreadStore threads, BooleanSupplier draining) {
    this.threads = threads;
    this.draining = draining;
  }

  @Override
  public void run() {
    try {
      boolean more = true;
      while (more && !draining.getAsBoolean()) {
        more = threads.removeDeleted(ROWS);
      }
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "deleted threads were not all removed; the next poll goes on", e);
    }
  }
}
