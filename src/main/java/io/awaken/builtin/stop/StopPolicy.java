package io.awaken.builtin.stop;

import java.time.Duration;

/**
 * A reason to stop a run (features row 145). Pure and fast: the statistics alone determine the
 * decision. Thread-safe; one instance serves all runs.
 */
public interface StopPolicy {

  /** Maximum of {@link #window}. */
  int MAX_WINDOW = 100;

  /** Names the policy in logs. */
  String id();

  /** Evaluated after each model call, even a failed one. */
  StopDecision evaluate(StopStats stats);

  /**
   * Maximum time of a run, including waits; zero, the default, for no limit. A run does not wait
   * for a model beyond it, but ends with the model's error.
   */
  default Duration timeLimit() {
    return Duration.ZERO;
  }

  /** Number of last rounds that it compares; default 0. At most {@link #MAX_WINDOW} are stored. */
  default int window() {
    return 0;
  }
}
