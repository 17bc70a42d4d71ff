package io.awaken.core.mailbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The background duty that claims due jobs and takes over expired ones: at every hint and at every
 * poll, since hints may be lost. Runs until the mailbox drains or its thread is interrupted.
 */
public final class Dispatcher implements Runnable {

  private static final Logger LOG = System.getLogger(Dispatcher.class.getName());
  private static final int RECLAIM_BATCH = 100;

  private final Mailbox mailbox;
  private final MailboxStore store;
  private final Runnable expiry;
  private final Duration poll;
  private final LongSupplier nanos;
  private long lastSweep;

  /**
   * @param expiry decides what nobody decided in time; see {@link ExpireSuspensions}
   * @param poll time between two looks without a hint, and between two sweeps; default 10 s
   * @param nanos a monotonic clock in nanoseconds
   */
  public Dispatcher(
      Mailbox mailbox, MailboxStore store, Runnable expiry, Duration poll, LongSupplier nanos) {
    this.mailbox = mailbox;
    this.store = store;
    this.expiry = expiry;
    this.poll = poll;
    this.nanos = nanos;
    this.lastSweep = nanos.getAsLong() - poll.toNanos();
  }

  @Override
  public void run() {
    while (!mailbox.draining() && !Thread.currentThread().isInterrupted()) {
      try {
        look();
      } catch (RuntimeException | Error e) {
        LOG.log(Level.WARNING, "looking for due jobs failed; the next look is in " + poll, e);
      }
      pause();
    }
  }

  /**
   * One look: due jobs; when it is time, whatever hints came between, expired leases and questions
   * first, which bring jobs of their own. On a node where nothing waits that is one query.
   */
  void look() {
    if (nanos.getAsLong() - lastSweep < poll.toNanos()) {
      mailbox.claimDue();
      return;
    }
    lastSweep = nanos.getAsLong();
    MailboxStore.Waiting waiting = store.waiting();
    if (waiting.leases()) {
      reclaim();
    }
    if (waiting.questions()) {
      expiry.run();
    }
    if (waiting.jobs() || waiting.leases() || waiting.questions()) {
      mailbox.claimDue();
    }
  }

  private void reclaim() {
    int taken = store.reclaimExpired(RECLAIM_BATCH);
    if (taken > 0) {
      LOG.log(Level.INFO, "{0} jobs with expired leases were taken from their owners", taken);
    }
  }

  private void pause() {
    try {
      mailbox.wakeUp().await(poll);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
