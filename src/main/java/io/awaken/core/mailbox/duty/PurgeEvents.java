package io.awaken.core.mailbox.duty;

import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.event.EventLog.Purged;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * The timer duty that deletes events of runs that ended before the retention time, a page in each
 * transaction. Runs, messages and state remain.
 */
public final class PurgeEvents implements Runnable {

  private static final Logger LOG = System.getLogger(PurgeEvents.class.getName());
  private static final int PAGE = 500;

  private final EventLog log;
  private final Duration keep;
  private final BooleanSupplier draining;
  private final AtomicBoolean purging = new AtomicBoolean();

  /**
   * @param keep retention after the end of a run; zero for ever
   * @param draining whether the node is stopping
   */
  public PurgeEvents(EventLog log, Duration keep, BooleanSupplier draining) {
    this.log = log;
    this.keep = keep;
    this.draining = draining;
  }

  /** Does nothing while an earlier purge is still running. */
  @Override
  public void run() {
    if (keep.isZero() || !purging.compareAndSet(false, true)) {
      return;
    }
    try {
      purge();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "deleting old events failed; the next purge continues", e);
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
