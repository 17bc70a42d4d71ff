package io.awaken.core.mailbox.duty;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.store.job.MailboxStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * The duty that ends runs which were interrupted, or have used up their time, and have not stopped
 * since, whichever node executes them. Thread-safe.
 */
public final class ForceEndOverdueRuns implements Runnable {

  private static final Logger LOG = System.getLogger(ForceEndOverdueRuns.class.getName());
  private static final int AT_ONCE = 100;

  private final MailboxStore store;
  private final Mailbox mailbox;
  private final Duration patience;

  /**
   * @param patience how long a run may take to stop
   */
  public ForceEndOverdueRuns(MailboxStore store, Mailbox mailbox, Duration patience) {
    this.store = store;
    this.mailbox = mailbox;
    this.patience = patience;
  }

  @Override
  public void run() {
    ended();
  }

  /** Does it, and says whether there was any. */
  public boolean ended() {
    try {
      int ended = store.forceEndOverdue(patience, AT_ONCE);
      if (ended > 0) {
        LOG.log(
            Level.WARNING,
            "{0} runs that were interrupted, or had used up their time, had not stopped; they are"
                + " ended, and what their owners still do is not written",
            ended);
        mailbox.endedUnowned();
      }
      return ended > 0;
    } catch (RuntimeException | Error e) {
      LOG.log(
          Level.WARNING, "runs that do not stop could not be ended; the next look tries again", e);
      return false;
    }
  }
}
