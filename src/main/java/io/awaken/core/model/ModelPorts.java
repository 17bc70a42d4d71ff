package io.awaken.core.model;

import io.awaken.core.observe.RunObserver;
import java.util.function.DoubleSupplier;

/**
 * Dependencies of model calls, shared by all runs of a node. Thread-safe.
 *
 * @param pause waits before a retry
 * @param chance random numbers of at least 0 and below 1, so that runs which failed together do not
 *     retry together
 * @param breakers the circuit breakers by model
 * @param observer gets failures
 */
public record ModelPorts(
    Pause pause, DoubleSupplier chance, CircuitBreakers breakers, RunObserver observer) {

  /** Failures are only logged. */
  public ModelPorts(Pause pause, DoubleSupplier chance, CircuitBreakers breakers) {
    this(pause, chance, breakers, RunObserver.NONE);
  }

  /** Waits in real time, without jitter and circuit breakers. */
  public static ModelPorts plain() {
    return new ModelPorts(Pause.inRealTime(), () -> 0, CircuitBreakers.none());
  }
}
