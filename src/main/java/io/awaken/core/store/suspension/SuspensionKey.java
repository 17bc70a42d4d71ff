package io.awaken.core.store.suspension;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/**
 * The key of a stored suspension.
 *
 * @param threadId the thread
 * @param runId the run
 * @param callId the call
 * @param ordinal number of the call's suspensions at that time, from 1
 */
public record SuspensionKey(ThreadId threadId, RunId runId, String callId, int ordinal) {}
