package io.awaken.builtin.stop;

import java.time.Duration;

/**
 * A reason to stop a run (features row 145). Pure and quick: equal figures give an equal decision.
 * Thread-safe; one instance serves all runs.
 */
public interface StopPolicy {

  /** The most rounds that {@link #window} may ask for. */
  int MAX_WINDOW = 100;

  /** Names the policy in logs. */
  String id();

  /** Asked after each model call, also after a failed one. */
  StopDecision evaluate(StopStats stats);

  /**
   * How long a run may take, its waits included; zero, the default, for no limit. A run ends with
   * its model's error rather than wait for a model beyond it.
   */
  default Duration timeLimit() {
    return Duration.ZERO;
  }

  /** How many of the last rounds it compares; default 0. At most {@link #MAX_WINDOW} are kept. */
  default int window() {
    return 0;
  }
}
