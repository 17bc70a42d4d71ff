package io.awaken.core.mailbox.duty;

import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.EventLog.Purged;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The timer duty that deletes events of runs that have been done for longer than they are kept, a
 * page in each transaction. Runs, messages and state stay.
 */
public final class PurgeEvents implements Runnable {

  private static final Logger LOG = System.getLogger(PurgeEvents.class.getName());
  private static final int PAGE = 500;

  private final EventLog log;
  private final Duration keep;
  private final BooleanSupplier draining;
  private final AtomicBoolean purging = new AtomicBoolean();

  /**
   * @param keep how long events stay after the end of their run; zero for ever
   * @param draining whether the node is about to stop
   */
  public PurgeEvents(EventLog log, Duration keep, BooleanSupplier draining) {
    this.log = log;
    this.keep = keep;
    this.draining = draining;
  }

  /** Does nothing when it is still at work. */
  @Override
  public void run() {
    if (keep.isZero() || !purging.compareAndSet(false, true)) {
      return;
    }
    try {
      purge();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "old events were not all deleted; the next purge does it", e);
    } finally {
      purging.set(false);
    }
  }

  private void purge() {
    int removed = 0;
    boolean more = true;
    while (more && !draining.getAsBoolean()) {
      Purged page = log.purge(keep, PAGE);
      removed += page.segments();
      more = page.more();
    }
    if (removed > 0) {
      LOG.log(Level.DEBUG, "{0} old segments of events were deleted", removed);
    }
  }
}
