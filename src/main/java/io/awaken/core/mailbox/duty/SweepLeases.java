package io.awaken.core.mailbox.duty;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.MailboxStore.Reclaimed;
import io.awaken.core.store.job.RowPosition;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The duty that releases runs whose leases expired (features row 194), page by page. It signals the
 * queue after each page, so that the runs of a large node continue early.
 */
public final class SweepLeases implements Runnable {

  private static final Logger LOG = System.getLogger(SweepLeases.class.getName());
  private static final int PAGE = 100;

  private final LeaseStore store;
  private final Mailbox mailbox;

  public SweepLeases(LeaseStore store, Mailbox mailbox) {
    this.store = store;
    this.mailbox = mailbox;
  }

  @Override
  public void run() {
    try {
      sweep();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "sweeping expired leases failed; the next sweep continues", e);
    }
  }

  private void sweep() {
    RunObserver observer = mailbox.observer();
    int taken = 0;
    RowPosition after = RowPosition.START;
    while (after != null && !mailbox.draining()) {
      Reclaimed page =
          observer.queue(
              Operation.RECLAIM,
              store,
              PAGE,
              after,
              LeaseStore::reclaimExpired,
              got -> got.taken() > 0);
      after = page.next();
      taken += page.taken();
      if (page.taken() > 0) {
        // Some may have used up their attempts.
        mailbox.endedUnowned();
      }
    }
    if (taken > 0) {
      LOG.log(Level.INFO, "{0} jobs with expired leases were taken from their owners", taken);
    }
  }
}
