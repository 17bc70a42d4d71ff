package io.awaken.core.store.suspension;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * Names a stored question.
 *
 * @param threadId the thread
 * @param runId the run
 * @param callId the call
 * @param ordinal how often the call had been suspended then, counted from 1
 */
public record SuspensionKey(ThreadId threadId, RunId runId, String callId, int ordinal) {}
