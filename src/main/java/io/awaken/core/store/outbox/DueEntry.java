package io.awaken.core.store.outbox;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * An entry of the outbox that its writer has not delivered.
 *
 * @param threadId the thread
 * @param runId the run
 * @param entry what is to be delivered
 * @param attempt of its delivery, counted from 1; the writer's own was the first, if it had one
 */
public record DueEntry(ThreadId threadId, RunId runId, OutboxEntry entry, int attempt) {}
