package io.awaken.core.loop;

import io.awaken.core.event.EventSink;
import io.awaken.core.observe.RunObserver;
import io.awaken.core.webhook.Notices;

/**
 * Stores, sinks, settings and observer of a node's loop.
 *
 * @param stores the stores of an activation
 * @param sinks publish the events of runs
 * @param settings limits and choices for every run
 * @param observer observes the runs
 * @param notices decides which webhooks are told of them
 */
public record LoopPorts(
    RunStores stores,
    EventSink.Factory sinks,
    LoopSettings settings,
    RunObserver observer,
    Notices notices) {

  /** Without webhooks. */
  public LoopPorts(
      RunStores stores, EventSink.Factory sinks, LoopSettings settings, RunObserver observer) {
    this(stores, sinks, settings, observer, Notices.NONE);
  }

  /** Without an observer. */
  public LoopPorts(RunStores stores, EventSink.Factory sinks, LoopSettings settings) {
    this(stores, sinks, settings, RunObserver.NONE);
  }
}
