package io.awaken.http.stream;

import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Where the work of streams is done; both are shared by all streams.
 *
 * @param blocking reads the log and ends responses: virtual threads
 * @param timer heartbeats, deadlines and polls; nothing on it blocks
 */
public record StreamThreads(Executor blocking, ScheduledExecutorService timer) {}
