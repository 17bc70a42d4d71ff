package io.awaken.core.loop;

import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.event.EventSink;

/**
 * What the loop reads and writes.
 *
 * @param threads the history of the thread
 * @param runs the calls of a run that goes on
 * @param log the events of a run that goes on
 * @param commits every write of the run
 * @param sinks where its events are published
 */
public record LoopPorts(
    ThreadStore threads, RunStore runs, EventLog log, RunCommit commits, EventSink.Factory sinks) {}
