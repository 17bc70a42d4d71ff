package io.awaken.protocol.agui;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.DisconnectListener;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;

/**
 * The policy for a run whose client disconnects: it continues, or is cancelled if {@code
 * awaken.ag-ui.cancel-on-disconnect} is set. Thread-safe.
 *
 * @param cancels whether a disconnect cancels the run that the client requested
 * @param cancel cancels a run; may block
 * @param threads executes the cancellation
 */
public record DisconnectPolicy(
    boolean cancels, BiConsumer<RunId, Caller> cancel, Executor threads) {

  DisconnectListener watch(Caller caller) {
    return new DisconnectListener(cancels, run -> cancel.accept(run, caller), threads);
  }
}
