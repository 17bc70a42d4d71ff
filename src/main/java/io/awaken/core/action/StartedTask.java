package io.awaken.core.action;

/**
 * A background task that a run of the thread has started.
 *
 * @param id the id of its run
 * @param threadId the id of its thread, in the tenant of this one
 * @param agentId its agent
 * @param name for lists, or null
 * @param runId the run that started it
 * @param awaited whether that run ends only after it
 */
public record StartedTask(
    String id, String threadId, String agentId, String name, String runId, boolean awaited) {}
