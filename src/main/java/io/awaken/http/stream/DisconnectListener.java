package io.awaken.http.stream;

import io.awaken.core.observe.RunObserver.StreamEnd;
import io.awaken.core.run.RunId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Cancels the run of a request when the client closes its stream, also if the run is accepted only
 * then. Receives how the stream ended. Thread-safe; never blocks.
 */
public final class DisconnectListener implements Consumer<StreamEnd> {

  private static final Logger LOG = System.getLogger(DisconnectListener.class.getName());

  private final boolean cancels;
  private final Consumer<RunId> cancel;
  private final Executor threads;
  private RunId run;
  private boolean disconnected;

  /**
   * @param cancels false to let the run continue
   * @param cancel cancels a run; may block
   * @param threads executes the cancellation
   */
  public DisconnectListener(boolean cancels, Consumer<RunId> cancel, Executor threads) {
    this.cancels = cancels;
    this.cancel = cancel;
    this.threads = threads;
  }

  /** Sets the run of the request. */
  public void of(RunId accepted) {
    synchronized (this) {
      run = accepted;
      if (!disconnected) {
        return;
      }
    }
    cancelRun(accepted);
  }

  @Override
  public void accept(StreamEnd why) {
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
      threads.execute(() -> cancel.accept(known));
    } catch (RuntimeException e) {
      String message = "run {0} could not be cancelled after its client disconnected: {1}";
      LOG.log(Level.DEBUG, message, known, e);
    }
  }
}
