package io.awaken.core.mailbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The timer duty that logs each lost run whose thread has not ended, once per run, with its stack.
 * Another node continues the run, unless it has ended; here it occupies one of the node's places.
 * Run every second or so.
 */
public final class HangingRuns implements Runnable {

  /** A lost run writes nothing more and normally ends within moments. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Logger LOG = System.getLogger(HangingRuns.class.getName());

  private static final int FRAMES = 60;

  private final LiveRuns live;

  public HangingRuns(LiveRuns live) {
    this.live = live;
  }

  @Override
  public void run() {
    for (var run : live.all()) {
      if (run.lost && !run.hangs && live.now() - run.lostNanos > PATIENCE.toNanos()) {
        run.hangs = true;
        log(run);
      }
    }
  }

  private static void log(LiveRuns.LiveRun run) {
    LOG.log(
        Level.ERROR,
        "run {0} has not stopped {1} after this node lost it; its new owner continues it, unless it"
            + " has ended, and its thread occupies a place of this node until it ends: {2}",
        run.claim.runId(),
        PATIENCE,
        place(run.thread));
  }

  private static String place(Thread thread) {
    return thread == null
        ? "it has not started"
        : thread.getState()
            + Arrays.stream(thread.getStackTrace())
                .limit(FRAMES)
                .map(frame -> "\n\tat " + frame)
                .collect(Collectors.joining());
  }
}
