package io.awaken.core.model;

import io.awaken.core.observe.RunObserver;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * Dependencies of model calls, shared by all runs of a node. Thread-safe.
 *
 * @param pause waits before a retry
 * @param chance random numbers of at least 0 and below 1, so that runs which failed together do not
 *     retry together
 * @param breakers the circuit breakers by model
 * @param observer gets failures
 * @param backends the backends of remote agents by kind
 */
public record ModelPorts(
    Pause pause,
    DoubleSupplier chance,
    CircuitBreakers breakers,
    RunObserver observer,
    Map<String, Backend> backends) {

  /** Without remote agents. */
  public ModelPorts(
      Pause pause, DoubleSupplier chance, CircuitBreakers breakers, RunObserver observer) {
    this(pause, chance, breakers, observer, Map.of());
  }

  /** Failures are only logged. */
  public ModelPorts(Pause pause, DoubleSupplier chance, CircuitBreakers breakers) {
    this(pause, chance, breakers, RunObserver.NONE);
  }

  /**
   * A copy with more backends.
   *
   * @throws IllegalStateException when two have the same kind
   */
  public ModelPorts with(Collection<? extends Backend> all) {
    var byKind = new TreeMap<>(backends);
    for (Backend backend : all) {
      if (byKind.put(backend.kind(), backend) != null) {
        throw new IllegalStateException("two backends have the kind " + backend.kind());
      }
    }
    return new ModelPorts(pause, chance, breakers, observer, Map.copyOf(byKind));
  }

  /** Waits in real time, without jitter and circuit breakers. */
  public static ModelPorts plain() {
    return new ModelPorts(Pause.inRealTime(), () -> 0, CircuitBreakers.none());
  }
}
