package io.awaken.protocol.agui.event;

/**
 * What a client calls its thread and its run. A run of the server that waits in between is several
 * runs of the protocol, one for each request that it goes on with. Immutable.
 *
 * @param threadId as the client sent it
 * @param runId as the client sent it
 * @param parentRunId as the client sent it; null for none
 * @param dialect how events are written
 */
public record RunNames(String threadId, String runId, String parentRunId, Dialect dialect) {}
