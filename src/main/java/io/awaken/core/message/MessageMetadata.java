package io.awaken.core.message;

/**
 * Where a message came from.
 *
 * @param runId the run that wrote it
 * @param stepIndex the step within that run, from 1; null for input
 * @param senderAgentId the agent that wrote it; null for people
 */
public record MessageMetadata(String runId, Integer stepIndex, String senderAgentId) {}
