package io.awaken.builtin.logging;

import io.awaken.core.run.RunId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Start times of activities of runs. At most 10,000 runs are tracked, including those that never
 * ended here; further ones have no durations. Thread-safe.
 */
final class Stopwatches {

  private static final int MAX_RUNS = 10_000;

  private final LongSupplier nanoTime;
  private final Map<RunId, Map<String, Long>> running = new ConcurrentHashMap<>();

  Stopwatches(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void start(RunId run, String what) {
    if (running.size() < MAX_RUNS || running.containsKey(run)) {
      running.computeIfAbsent(run, id -> new ConcurrentHashMap<>()).put(what, nanoTime.getAsLong());
    }
  }

  /** The duration as text; empty without a recorded start. */
  String stop(RunId run, String what) {
    Map<String, Long> begun = running.get(run);
    Long since = begun == null ? null : begun.remove(what);
    return since == null
        ? ""
        : " after " + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - since) + " ms";
  }

  void forget(RunId run) {
    running.remove(run);
  }
}
