package io.awaken.http.submit;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;

/**
 * The job that blocks another one with its dedupe key; details of a refusal.
 *
 * @param runId the run of that job
 */
public record EarlierJob(JobId jobId, RunId runId) {}
