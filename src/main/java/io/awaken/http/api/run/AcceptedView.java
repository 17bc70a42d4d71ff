package io.awaken.http.api.run;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;

/**
 * A run for which nobody waits.
 *
 * @param status {@code running} when it begins, or had begun before the messages went to it and
 *     perhaps waits for a decision; {@code queued} when it waits for its turn; of a request that
 *     came again where the run is now
 * @param threadId its thread
 * @param runId the run that the messages went to
 * @param jobId the job that was made for it; null when the run had begun
 */
public record AcceptedView(
    @Required
        @Described(
            value = "Of a request that came again, where its run is now.",
            values = {"running", "queued", "waiting", "done"})
        String status,
    @Required ThreadId threadId,
    @Required RunId runId,
    JobId jobId) {}
