package io.awaken.core.loop;

import io.awaken.core.event.EventSink;

/**
 * Stores, sinks and settings of a node's loop.
 *
 * @param stores the stores of an activation
 * @param sinks publish the events of runs
 * @param settings limits and choices for every run
 */
public record LoopPorts(RunStores stores, EventSink.Factory sinks, LoopSettings settings) {}
