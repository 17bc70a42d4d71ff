package io.awaken.protocol.agui;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamWatch;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * The policy for a run whose client disconnects: it continues, unless {@code
 * awaken.ag-ui.cancel-on-disconnect} says that it is cancelled. Thread-safe.
 */
public final class DisconnectPolicy {

  private static final Logger LOG = System.getLogger(DisconnectPolicy.class.getName());

  private final boolean cancels;
  private final BiConsumer<RunId, Caller> cancel;
  private final Executor threads;

  /**
   * @param cancels whether a run ends with the connection of the client that asked for it
   * @param cancel asks a run to end; may block
   * @param threads where that is done
   */
  public DisconnectPolicy(boolean cancels, BiConsumer<RunId, Caller> cancel, Executor threads) {
    this.cancels = cancels;
    this.cancel = cancel;
    this.threads = threads;
  }

  Departure watch(Caller caller) {
    return new Departure(caller);
  }

  /** The stream of one request. */
  final class Departure {

    private final Caller caller;
    private RunId run;
    private boolean gone;

    private Departure(Caller caller) {
      this.caller = caller;
    }

    /** The run that the request led to. */
    void of(RunId accepted) {
      boolean now;
      synchronized (this) {
        run = accepted;
        now = gone;
      }
      if (now) {
        cancelRun(accepted);
      }
    }

    /** The stream has ended. */
    void left(StreamWatch.End why) {
      if (!cancels || why != StreamWatch.End.LEFT) {
        return;
      }
      RunId known;
      synchronized (this) {
        gone = true;
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
