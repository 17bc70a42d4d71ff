package io.awaken.http.api.run;

import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.mailbox.submit.RunSubmitter.Accepted;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.RunAcceptance;

/**
 * A run in the background.
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
    JobId jobId) {

  /**
   * Accepts a run without a reader.
   *
   * @param names of the fields of its request
   */
  public static AcceptedView inBackground(
      RunAcceptance acceptance, RunRequest request, FieldNames names) {
    Accepted accepted = acceptance.inBackground(request, names);
    RunStatus status = acceptance.status(accepted);
    return new AcceptedView(
        status == RunStatus.CREATED ? "queued" : status.wire(),
        accepted.threadId(),
        accepted.runId(),
        accepted.jobId());
  }
}
