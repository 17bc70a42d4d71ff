package io.awaken.core.mailbox.duty;

import io.awaken.core.store.thread.ThreadStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;

/**
 * The duty that removes the remains of deleted threads, some rows in each transaction. A stopping
 * node leaves the rest to the next node that polls.
 */
public final class RemoveDeletedThreads implements Runnable {

  private static final Logger LOG = System.getLogger(RemoveDeletedThreads.class.getName());

  /** Rows per transaction. */
  private static final int ROWS = 2_000;

  private final ThreadStore threads;
  private final BooleanSupplier draining;

  /**
   * @param draining whether the node is stopping
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
      LOG.log(Level.WARNING, "removing deleted threads failed; the next poll continues", e);
    }
  }
}
