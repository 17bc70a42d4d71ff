package io.awaken.core.loop;

import io.awaken.core.event.EventSink;
import io.awaken.core.observe.RunObserver;

/**
 * Stores, sinks, settings and observer of a node's loop.
 *
 * @param stores the stores of an activation
 * @param sinks publish the events of runs
 * @param settings limits and choices for every run
 * @param observer observes the runs
 */
public record LoopPorts(
    RunStores stores, EventSink.Factory sinks, LoopSettings settings, RunObserver observer) {

  /** Without an observer. */
  public LoopPorts(RunStores stores, EventSink.Factory sinks, LoopSettings settings) {
    this(stores, sinks, settings, RunObserver.NONE);
  }
}
