package io.awaken.http.api.run;

import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.Refusals;

/**
 * A run in the background.
 *
 * @param status {@code running} if the run has started, even if it now waits for a decision; {@code
 *     queued} if it waits for its turn; the current state for a repeated request
 * @param threadId its thread
 * @param runId the run that receives the messages
 * @param jobId the job created for it; null if the run had already started
 */
public record AcceptedView(
    @Required
        @Described(
            value = "The run's current state for a repeated request.",
            values = {"running", "queued", "waiting", "done"})
        String status,
    @Required ThreadId threadId,
    @Required RunId runId,
    JobId jobId) {

  /**
   * Accepts a run without a reader.
   *
   * @param names field names of its request
   */
  public static AcceptedView inBackground(
      RunService service, RunRequest request, FieldNames names) {
    Accepted accepted = Refusals.named(names, () -> service.background(request));
    RunStatus status = service.status(accepted);
    return new AcceptedView(
        status == RunStatus.CREATED ? "queued" : status.wire(),
        accepted.threadId(),
        accepted.runId(),
        accepted.jobId());
  }
}
