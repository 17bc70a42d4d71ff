package io.awaken.core.model;

import java.util.function.DoubleSupplier;

/**
 * What calls of models need from outside, shared by all runs of a node. Thread-safe.
 *
 * @param pause waits before a retry
 * @param chance gives numbers of at least 0 and below 1, so that runs which failed together do not
 *     come back together
 * @param breakers the circuit breakers by model
 * @param watch receives failures
 */
public record ModelPorts(
    Pause pause, DoubleSupplier chance, CircuitBreakers breakers, ModelWatch watch) {

  /** With failures that are only logged. */
  public ModelPorts(Pause pause, DoubleSupplier chance, CircuitBreakers breakers) {
    this(pause, chance, breakers, ModelWatch.NONE);
  }

  /** Waits in real time and as long as the policy says; no circuit breaker ever opens. */
  public static ModelPorts plain() {
    return new ModelPorts(Pause.inRealTime(), () -> 0, CircuitBreakers.none());
  }
}
