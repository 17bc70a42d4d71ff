package io.awaken.runtime;

import io.awaken.core.event.EventSink;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that callers currently wait for, each with its sink. Thread-safe. */
final class OpenRuns implements EventSink.Factory {

  private final Map<RunId, OpenRun> runs = new ConcurrentHashMap<>();

  /** A run, its sink, its caller's cancellation token, its claim and its failure. */
  static final class OpenRun {
    final RunId id;
    final EventSink sink;
    final CancellationToken cancellation;
    volatile Claim claim;
    volatile Throwable failure;

    OpenRun(RunId id, EventSink sink, CancellationToken cancellation) {
      this.id = id;
      this.sink = sink;
      this.cancellation = cancellation;
    }
  }

  OpenRun add(RunId id, EventSink sink, CancellationToken cancellation) {
    var run = new OpenRun(id, sink, cancellation);
    runs.put(id, run);
    return run;
  }

  /** Returns null if a caller already waits for the run. */
  OpenRun addIfAbsent(RunId id, EventSink sink, CancellationToken cancellation) {
    var run = new OpenRun(id, sink, cancellation);
    return runs.putIfAbsent(id, run) == null ? run : null;
  }

  OpenRun of(RunId id) {
    return runs.get(id);
  }

  void remove(OpenRun run) {
    runs.remove(run.id);
  }

  void cancelAll() {
    runs.values().forEach(run -> run.cancellation.cancel(CancellationToken.Reason.REQUESTED));
  }

  @Override
  public EventSink open(RunId runId, long epoch, long lastSequence) {
    return runs.get(runId).sink;
  }
}
