package io.awaken.http.stream;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The threads of streams, shared by all of them.
 *
 * @param blocking reads the log and ends responses: virtual threads
 * @param timer heartbeats, deadlines and polls; its tasks never block
 */
public record StreamThreads(Executor blocking, ScheduledExecutorService timer) {}
