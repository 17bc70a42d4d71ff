package io.awaken.core.store.thread;

import io.awaken.core.run.ThreadId;

/**
 * A thread as a list shows it.
 *
 * @param id the thread
 * @param resourceId id of an external resource, may be null
 * @param parentThreadId lineage, may be null
 * @param title may be null
 * @param createdAt epoch milliseconds
 * @param updatedAt epoch milliseconds
 * @param agentId the agent of the last submitted run; null without one, or when that run belongs to
 *     a subject other than the list's
 */
public record ThreadSummary(
    ThreadId id,
    String resourceId,
    ThreadId parentThreadId,
    String title,
    long createdAt,
    long updatedAt,
    String agentId) {}
