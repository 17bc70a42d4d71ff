package io.awaken.server.metrics;

import io.awaken.core.run.Fence;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import java.util.function.Supplier;

/** Measures how long the writes of runs take. Thread-safe. */
public final class MeteredCommits implements RunCommit {

  private static final double NANOS = 1e9;

  private final RunCommit behind;
  private final RuntimeMetrics metrics;

  public MeteredCommits(RunCommit behind, RuntimeMetrics metrics) {
    this.behind = behind;
    this.metrics = metrics;
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    return measured("commit", () -> behind.commit(fence, step));
  }

  @Override
  public void park(Fence fence, StepCommit last) {
    measured(
        "park",
        () -> {
          behind.park(fence, last);
          return null;
        });
    metrics.acknowledged.inc();
  }

  @Override
  public void finish(Fence fence, StepCommit last, RunOutcome outcome) {
    measured(
        "finish",
        () -> {
          behind.finish(fence, last, outcome);
          return null;
        });
    metrics.acknowledged.inc();
  }

  /** Includes failed writes. */
  private <T> T measured(String operation, Supplier<T> write) {
    long begun = System.nanoTime();
    try {
      return write.get();
    } finally {
      metrics.commitSeconds.labelValues(operation).observe((System.nanoTime() - begun) / NANOS);
    }
  }
}
