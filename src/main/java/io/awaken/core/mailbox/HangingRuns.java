package io.awaken.core.mailbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The timer duty that tells once of each run that this node has lost and whose thread does not end.
 * Whoever owns it now goes on with it, unless it is over, as one is that was ended in place of its
 * owner; here it keeps one of the node's places for as long as it hangs, so that the log says
 * where. Run every second or so.
 */
public final class HangingRuns implements Runnable {

  /** A run that is lost writes nothing more, and ends within moments. */
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
        tell(run);
      }
    }
  }

  private static void tell(LiveRuns.LiveRun run) {
    LOG.log(
        Level.ERROR,
        "run {0} has not stopped {1} after this node lost it; whoever owns it now goes on with it,"
            + " unless it is over, and its thread keeps a place of this node until it ends: {2}",
        run.claim.runId(),
        PATIENCE,
        place(run.thread));
  }

  private static String place(Thread thread) {
    return thread == null
        ? "it has not begun"
        : thread.getState()
            + Arrays.stream(thread.getStackTrace())
                .limit(FRAMES)
                .map(frame -> "\n\tat " + frame)
                .collect(Collectors.joining());
  }
}
