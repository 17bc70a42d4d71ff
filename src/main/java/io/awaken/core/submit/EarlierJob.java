package io.awaken.core.submit;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;

/**
 * The open job with the same dedupe key; details of a refusal.
 *
 * @param runId the run of that job
 */
public record EarlierJob(JobId jobId, RunId runId) {}
