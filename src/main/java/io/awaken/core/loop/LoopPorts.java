package io.awaken.core.loop;

import io.awaken.core.event.EventSink;

/**
 * What the loop of a node works with.
 *
 * @param stores what it reads and writes
 * @param sinks where it publishes the events of runs
 * @param settings limits and choices for every run
 */
public record LoopPorts(RunStores stores, EventSink.Factory sinks, LoopSettings settings) {}
