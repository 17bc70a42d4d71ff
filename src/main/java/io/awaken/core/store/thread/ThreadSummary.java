package io.awaken.core.store.thread;

import io.awaken.core.run.ThreadId;

/**
 * A thread as a list shows it.
 *
 * @param id the thread
 * @param resourceId what it belongs to outside, may be null
 * @param parentThreadId lineage, may be null
 * @param title may be null
 * @param createdAt epoch milliseconds
 * @param updatedAt epoch milliseconds
 * @param agentId the agent of the run submitted last, or null; null also where that run is not the
 *     subject's that the list was asked for
 */
public record ThreadSummary(
    ThreadId id,
    String resourceId,
    ThreadId parentThreadId,
    String title,
    long createdAt,
    long updatedAt,
    String agentId) {}
