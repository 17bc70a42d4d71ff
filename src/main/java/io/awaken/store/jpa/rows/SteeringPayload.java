package io.awaken.store.jpa.rows;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClientTool;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.store.submission.Submission;
import java.util.List;

/**
 * The body of an inbox entry with messages: all that is needed to make a run of it should the one
 * that it was meant for end before it takes them in.
 *
 * @param agentId the agent
 * @param caller who said it
 * @param parentRunId the run that delegated, or null
 * @param messages what was said
 * @param clientTools tools of the client; null for none
 * @param overrides settings of model calls; null for none
 */
record SteeringPayload(
    String agentId,
    Caller caller,
    String parentRunId,
    List<Message> messages,
    List<ClientTool> clientTools,
    InferenceOverride overrides) {

  /** Messages that an earlier version stored name no sender. */
  SteeringPayload {
    messages = messages.stream().map(message -> message.sentBy(caller.signature())).toList();
  }

  static SteeringPayload of(Submission submission) {
    return new SteeringPayload(
        submission.agentId(),
        submission.caller(),
        submission.parentRunId() == null ? null : submission.parentRunId().value(),
        submission.messages(),
        submission.clientTools().isEmpty() ? null : submission.clientTools(),
        submission.overrides().equals(InferenceOverride.NONE) ? null : submission.overrides());
  }

  /** A run of its own; run and job have the id of the entry. */
  Submission submission(ThreadId threadId, String entryId) {
    return new Submission(
            new RunId(entryId),
            threadId,
            new JobId(entryId),
            agentId,
            caller,
            ThreadRow.run(parentRunId),
            messages,
            null)
        .with(clientTools == null ? List.of() : clientTools)
        .with(overrides == null ? InferenceOverride.NONE : overrides);
  }
}
