package io.awaken.core.mailbox.duty;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.store.job.LeaseStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * The duty that ends runs which were interrupted, or exceeded their time, and did not stop within
 * the grace period, on any node. Thread-safe.
 */
public final class ForceEndOverdueRuns implements Runnable {

  private static final Logger LOG = System.getLogger(ForceEndOverdueRuns.class.getName());
  private static final int AT_ONCE = 100;

  private final LeaseStore store;
  private final Mailbox mailbox;
  private final Duration patience;

  /**
   * @param patience the grace period
   */
  public ForceEndOverdueRuns(LeaseStore store, Mailbox mailbox, Duration patience) {
    this.store = store;
    this.mailbox = mailbox;
    this.patience = patience;
  }

  @Override
  public void run() {
    ended();
  }

  /** Ends overdue runs. Returns whether there were any. */
  public boolean ended() {
    RunObserver observer = mailbox.observer();
    try {
      int ended =
          observer.queue(
              Operation.TAKE_OVER,
              store,
              patience,
              AT_ONCE,
              LeaseStore::forceEndOverdue,
              n -> n > 0);
      if (ended > 0) {
        LOG.log(
            Level.WARNING,
            "{0} runs did not stop after an interruption or at their time limit; they are ended,"
                + " and further writes of their owners are refused",
            ended);
        mailbox.endedUnowned();
      }
      return ended > 0;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "ending overdue runs failed; the next poll tries again", e);
      return false;
    }
  }
}
