package io.awaken.http.api.mailbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.awaken.core.message.Message;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.JobRecord;
import io.awaken.core.store.job.JobStatus;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A mailbox job on the wire; times are milliseconds. The claim token authenticates its owner and is
 * never published.
 *
 * @param mailboxId the thread
 * @param messages input of the run, while it is stored
 * @param lastError why the last attempt failed; for operators only, since drivers and libraries
 *     write it
 * @param claimedBy the last node that claimed it; for operators only
 * @param leaseUntil while a node owns it
 * @param runResponse the run's answer
 * @param runError the run's error, fit for clients; null without one
 */
record JobView(
    @Required JobId jobId,
    @Required ThreadId mailboxId,
    @Required ThreadId threadId,
    @Required RunId runId,
    @Required String agentId,
    @Required RunOrigin origin,
    String senderId,
    RunId parentRunId,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Message> messages,
    int priority,
    String dedupeKey,
    long generation,
    @Required JobStatus status,
    long availableAt,
    int attemptCount,
    int maxAttempts,
    String lastError,
    String claimedBy,
    Long leaseUntil,
    @Required RunStatus runStatus,
    TerminationReason termination,
    String runResponse,
    String runError,
    Long completedAt,
    long createdAt,
    long updatedAt) {

  /**
   * @param operator whether the caller is an operator
   */
  static JobView of(JobRecord job, boolean operator) {
    RunRecord run = job.run();
    JobRecord.Attempts attempts = job.attempts();
    Delivery delivery = job.delivery();
    return new JobView(
        job.jobId(),
        run.threadId(),
        run.threadId(),
        run.runId(),
        run.agentId(),
        delivery.origin(),
        delivery.sender(),
        run.parentRunId(),
        job.messages(),
        delivery.priority(),
        delivery.dedupeKey(),
        job.generation(),
        job.status(),
        attempts.availableAt(),
        attempts.count(),
        attempts.max(),
        operator ? attempts.lastError() : null,
        operator ? attempts.claimedBy() : null,
        attempts.leaseUntil(),
        run.status(),
        run.termination(),
        run.finalOutput(),
        run.termination() instanceof TerminationReason.Error error ? error.value() : null,
        run.finishedAt(),
        job.createdAt(),
        job.updatedAt());
  }
}
