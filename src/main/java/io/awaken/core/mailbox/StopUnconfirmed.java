package io.awaken.core.mailbox;

import io.awaken.core.mailbox.LiveRuns.LiveRun;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * The timer duty that stops runs whose leases were not confirmed in time, before they expire.
 * Separate from renewal, which may hang on an unresponsive database. Run every second or so.
 */
public final class StopUnconfirmed implements Runnable {

  private static final Logger LOG = System.getLogger(StopUnconfirmed.class.getName());

  private final LiveRuns live;
  private final Duration stopAfter;

  /**
   * @param stopAfter time without confirmation after which a run stops itself; shorter than a lease
   */
  public StopUnconfirmed(LiveRuns live, Duration stopAfter) {
    this.live = live;
    this.stopAfter = stopAfter;
  }

  @Override
  public void run() {
    for (var run : live.all()) {
      stopped(live, run, stopAfter);
    }
  }

  /**
   * Stops a run whose lease was not confirmed in time.
   *
   * @return whether it did
   */
  static boolean stopped(LiveRuns live, LiveRun run, Duration stopAfter) {
    boolean unconfirmed = live.unconfirmedFor(run, stopAfter);
    if (unconfirmed) {
      stop(live, run);
    }
    return unconfirmed;
  }

  private static void stop(LiveRuns live, LiveRun run) {
    if (!run.signals.cancellation().isCancelled()) {
      LOG.log(
          Level.WARNING,
          "run {0} stops: its lease is unconfirmed; its next owner continues from the last commit",
          run.claim.runId());
    }
    live.lose(run);
  }
}
