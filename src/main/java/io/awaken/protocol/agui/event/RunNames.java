package io.awaken.protocol.agui.event;

/**
 * A client's ids for its thread and run. A run of the server with suspensions is several protocol
 * runs, one for each request that continues it. Immutable.
 *
 * @param threadId as sent by the client
 * @param runId as sent by the client
 * @param parentRunId as sent by the client; null for none
 * @param dialect how events are written
 */
public record RunNames(String threadId, String runId, String parentRunId, Dialect dialect) {}
