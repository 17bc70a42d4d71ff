package io.awaken.core.model;

import java.util.function.DoubleSupplier;

/**
 * What calls of models need from outside, shared by all runs of a node. Thread-safe.
 *
 * @param pause lets time pass before a model is asked again
 * @param chance gives numbers of at least 0 and below 1, so that runs which failed together do not
 *     come back together
 * @param breakers know which models are not worth asking
 * @param watch hears of failures
 */
public record ModelPorts(
    Pause pause, DoubleSupplier chance, CircuitBreakers breakers, ModelWatch watch) {

  /** With failures that only the log hears of. */
  public ModelPorts(Pause pause, DoubleSupplier chance, CircuitBreakers breakers) {
    this(pause, chance, breakers, ModelWatch.NONE);
  }

  /** Waits in real time and as long as the policy says; every model is worth asking. */
  public static ModelPorts plain() {
    return new ModelPorts(Pause.inRealTime(), () -> 0, CircuitBreakers.none());
  }
}
