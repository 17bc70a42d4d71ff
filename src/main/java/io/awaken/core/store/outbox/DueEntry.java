package io.awaken.core.store.outbox;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * An outbox entry that its writer has not delivered.
 *
 * @param threadId the thread
 * @param runId the run
 * @param entry the entry to deliver
 * @param attempt number of this delivery attempt, from 1; an owner's own attempt was the first
 */
public record DueEntry(ThreadId threadId, RunId runId, OutboxEntry entry, int attempt) {}
