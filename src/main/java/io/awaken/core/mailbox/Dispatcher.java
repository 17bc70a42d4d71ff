package io.awaken.core.mailbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * The background duty that claims due jobs and takes over expired ones: at every hint and at every
 * poll, since hints may be lost. Runs until the mailbox drains or its thread is interrupted.
 */
public final class Dispatcher implements Runnable {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
  private static final int RECLAIM_BATCH = 100;

  private final Mailbox mailbox;
  private final MailboxStore store;
  private final Duration poll;

  /**
   * @param poll time between two looks without a hint; default 10 s
   */
  public Dispatcher(Mailbox mailbox, MailboxStore store, Duration poll) {
    this.mailbox = mailbox;
    this.store = store;
    this.poll = poll;
  }

  @Override
  public void run() {
    boolean hinted = false;
    while (!mailbox.draining() && !Thread.currentThread().isInterrupted()) {
      try {
        look(!hinted);
        hinted = mailbox.wakeUp().await(poll);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "looking for due jobs failed; the next look is in " + poll, e);
        hinted = pause();
      }
    }
  }

  /** One look: expired leases first when asked to, then due jobs. */
  void look(boolean alsoExpired) {
    if (alsoExpired) {
      int taken = store.reclaimExpired(RECLAIM_BATCH);
      if (taken > 0) {
        LOG.log(Level.INFO, "{0} jobs with expired leases were taken from their owners", taken);
      }
    }
    mailbox.claimDue();
  }

  private boolean pause() {
    try {
      return mailbox.wakeUp().await(poll);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
