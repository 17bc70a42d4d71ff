package io.awaken.protocol.agui;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * The policy for a run whose client disconnects: it continues, or is cancelled if {@code
 * awaken.ag-ui.cancel-on-disconnect} is set. Thread-safe.
 */
public final class DisconnectPolicy {

  private static final Logger LOG = System.getLogger(DisconnectPolicy.class.getName());

  private final boolean cancels;
  private final BiConsumer<RunId, Caller> cancel;
  private final Executor threads;

  /**
   * @param cancels whether a disconnect cancels the run that the client requested
   * @param cancel cancels a run; may block
   * @param threads executes the cancellation
   */
  public DisconnectPolicy(boolean cancels, BiConsumer<RunId, Caller> cancel, Executor threads) {
    this.cancels = cancels;
    this.cancel = cancel;
    this.threads = threads;
  }

  DisconnectListener watch(Caller caller) {
    return new DisconnectListener(caller);
  }

  /** The stream of one request. */
  final class DisconnectListener {

    private final Caller caller;
    private RunId run;
    private boolean disconnected;

    private DisconnectListener(Caller caller) {
      this.caller = caller;
    }

    /** Sets the run of the request. */
    void of(RunId accepted) {
      boolean now;
      synchronized (this) {
        run = accepted;
        now = disconnected;
      }
      if (now) {
        cancelRun(accepted);
      }
    }

    /** Handles the end of the stream. */
    void left(StreamEnd why) {
      if (!cancels || why != StreamEnd.LEFT) {
        return;
      }
      RunId known;
      synchronized (this) {
        disconnected = true;
        known = run;
      }
      if (known != null) {
        cancelRun(known);
      }
    }

    private void cancelRun(RunId known) {
      try {
        threads.execute(() -> cancel.accept(known, caller));
      } catch (RuntimeException e) {
        LOG.log(
            Level.DEBUG,
            "run {0} could not be cancelled after its client disconnected: {1}",
            known,
            e);
      }
    }
  }
}
